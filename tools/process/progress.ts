export interface Progress {
  /** Ends the current step and begins this one. */
  step(what: string): void
  /** A line between steps. */
  note(line: string): void
  /** Ends the last step. */
  done(): void
}

/** Shows progress: with ticks and times on a terminal, in plain lines elsewhere. */
export function createProgress(out: NodeJS.WriteStream = process.stdout): Progress {
  let current: { readonly what: string; readonly startedMs: number } | undefined
  const finish = (): void => {
    if (!current) return
    const seconds = ((performance.now() - current.startedMs) / 1000).toFixed(1)
    if (out.isTTY) out.write(`\r\u001B[2K  \u001B[32m✓\u001B[39m ${current.what} \u001B[2m${seconds} s\u001B[22m\n`)
    current = undefined
  }
  return {
    step: (what) => {
      finish()
      current = { what, startedMs: performance.now() }
      out.write(out.isTTY ? `  … ${what}` : `${what}\n`)
    },
    note: (line) => {
      finish()
      out.write(`${line}\n`)
    },
    done: finish,
  }
}
