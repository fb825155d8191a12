/** What a server has opened so far. */
export interface Closing {
  add(close: () => void | Promise<void>): void
  /** Closes all, the last opened first, whether or not another could be closed. */
  close(): Promise<void>
}

export function createClosing(): Closing {
  const closes: (() => void | Promise<void>)[] = []
  return {
    add: (close) => void closes.push(close),
    async close() {
      const errors: unknown[] = []
      for (let close = closes.pop(); close; close = closes.pop()) {
        try {
          await close()
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length === 1) throw errors[0]
      if (errors.length > 1) throw new AggregateError(errors, 'parts of the server could not be closed')
    },
  }
}
