import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../root.ts'
import { sayEvent } from './testEvents.ts'

// The part of Playwright's interface in use: it isn't a dependency of this folder.
interface Place {
  readonly file: string
  readonly line: number
}
interface TestOfPlaywright {
  readonly location: Place
  titlePath(): readonly string[]
  outcome(): 'skipped' | 'expected' | 'unexpected' | 'flaky'
}
interface ResultOfPlaywright {
  readonly duration: number
  readonly errors: readonly { readonly message?: string; readonly stack?: string; readonly location?: Place }[]
  readonly attachments: readonly { readonly path?: string }[]
}

/** Playwright's reporter for `npm test`. */
export default class PlaywrightEvents {
  printsToStdio(): boolean {
    return true
  }

  onBegin(_config: unknown, suite: { allTests(): readonly unknown[] }): void {
    sayEvent({ event: 'planned', count: suite.allTests().length, unit: 'tests' })
  }

  onTestEnd(test: TestOfPlaywright, { duration, errors, attachments }: ResultOfPlaywright): void {
    const outcomes = { skipped: 'skipped', expected: 'passed', unexpected: 'failed', flaky: 'failed' } as const
    const file = `${relative(root, test.location.file)}:${test.location.line}`
    // The first three are the root, the project and the file.
    const title = test.titlePath().slice(3).join(' > ')
    const error = errors.map(({ message, stack }) => stripVTControlCharacters(stack ?? message ?? '')).join('\n')
    const files = attachments.flatMap(({ path }) => (path === undefined ? [] : [relative(root, path)]))
    const outcome = outcomes[test.outcome()]
    const screen = outcome === 'failed' ? screenOf(files) : undefined
    sayEvent({
      event: 'ended',
      file,
      title,
      ms: duration,
      outcome,
      error: error === '' ? undefined : error,
      screen,
      files,
    })
    sayEvent({ event: 'advanced' })
  }

  onError(error: { readonly message?: string; readonly stack?: string }): void {
    const text = stripVTControlCharacters(error.stack ?? error.message ?? '')
    sayEvent({ event: 'ended', file: '', title: 'an error in no test', ms: 0, outcome: 'failed', error: text })
  }

  onStdOut(text: string | Buffer): void {
    process.stdout.write(text)
  }

  onStdErr(text: string | Buffer): void {
    process.stderr.write(text)
  }
}

/** The page as Playwright describes it. Where a run's files are gone, nothing else shows it. */
function screenOf(files: readonly string[]): string | undefined {
  const context = files.map((file) => join(root, file)).find((path) => path.endsWith('.md') && existsSync(path))
  return context && /```yaml\n(.*?)\n```/s.exec(readFileSync(context, 'utf8'))?.[1]
}
