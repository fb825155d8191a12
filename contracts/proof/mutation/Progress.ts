import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractsRoot } from '../../build/index.ts'
import type { Mutant } from './Mutant.ts'
import type { Fate } from './runMutants.ts'
import type { SourceFile } from './syntax.ts'

type Line = Pick<Fate, 'end' | 'by'> & Pick<Mutant, 'id'>

function isLine(value: unknown): value is Line {
  return typeof value === 'object' && value !== null && 'id' in value && 'end' in value && 'by' in value
}

/**
 * Progress of a mutation run, stored in a file so that it can be resumed. Changed sources reset it; changed tests
 * don't, so that only the survivors can be run again.
 */
export class Progress {
  readonly #file: string
  readonly #lines = new Map<number, Line>()

  constructor(files: readonly SourceFile[]) {
    const key = createHash('sha256')
    for (const file of files) key.update(file.name).update(file.bytes)
    this.#file = join(contractsRoot, 'cache-mutation', `progress-${key.digest('hex').slice(0, 16)}.jsonl`)
    if (!existsSync(this.#file)) return
    // The last line may be incomplete.
    const whole = readFileSync(this.#file, 'utf8').split('\n').slice(0, -1)
    for (const text of whole) {
      const line: unknown = JSON.parse(text)
      if (isLine(line)) this.#lines.set(line.id, line)
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#lines.clear()
    if (existsSync(this.#file)) writeFileSync(this.#file, '')
  }

  /** Forgets the survivors, so that they run again. */
  forgetSurvivors(): void {
    for (const { id, end } of this.#lines.values()) if (end === 'survived') this.#lines.delete(id)
  }

  known(mutants: readonly Mutant[]): Fate[] {
    return mutants.flatMap((mutant) => {
      const line = this.#lines.get(mutant.id)
      return line ? [{ mutant, end: line.end, by: line.by }] : []
    })
  }

  note({ mutant, end, by }: Fate): void {
    mkdirSync(dirname(this.#file), { recursive: true })
    appendFileSync(this.#file, `${JSON.stringify({ id: mutant.id, end, by } satisfies Line)}\n`)
  }
}
