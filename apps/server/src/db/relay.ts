/** Carries short texts between the servers of one database, the sender itself included. */
export interface Relay {
  /** At most {@link maxRelayBytes} bytes. */
  send(text: string): Promise<void>
  /**
   * Begins to hear. `onGap` is called when the connection is there again after it was lost: what was sent meanwhile is gone.
   *
   * @returns what ends it.
   */
  hear(onText: (text: string) => void, onGap: () => void): Promise<() => Promise<void>>
}

/** PostgreSQL takes payloads of less than 8000 bytes. */
export const maxRelayBytes = 7_900
