/** Elects the one server of a database that follows the chain. */
export interface Leadership {
  /** Whether this server leads; takes the lead if it is free. */
  lead(): Promise<boolean>
  /** Releases the lead for another server. */
  stepDown(): Promise<void>
  /** Releases the lead permanently; later calls return false. */
  close(): Promise<void>
}
