import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, TestSpecification, TestSuite, Vitest } from 'vitest/node'
import { root } from '../root.ts'
import { sayEvent } from './testEvents.ts'

type SerializedError = ReturnType<TestModule['errors']>[number]

/** vitest's reporter for `npm test`. */
export default class VitestEvents implements Reporter {
  onInit(_vitest: Vitest): void {}

  onTestRunStart(files: readonly TestSpecification[]): void {
    sayEvent({ event: 'planned', count: files.length, unit: 'files' })
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result()
    if (state === 'pending') return
    const ms = test.diagnostic()?.duration ?? 0
    const file = relative(root, test.module.moduleId)
    sayEvent({ event: 'ended', file, title: test.fullName, ms, outcome: state, error: told(errors) })
  }

  /** A failing hook prevents its tests without failing them. */
  onTestSuiteResult(suite: TestSuite): void {
    failedOutside(suite.module, suite.fullName, suite.errors())
  }

  onTestModuleEnd(module: TestModule): void {
    failedOutside(module, 'the file itself', module.errors())
    sayEvent({ event: 'advanced' })
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors)
      sayEvent({
        event: 'ended',
        file: '',
        title: 'an error in no test',
        ms: 0,
        outcome: 'failed',
        error: told([error]),
      })
  }
}

function failedOutside(module: TestModule, title: string, errors: readonly SerializedError[]): void {
  if (errors.length === 0) return
  const file = relative(root, module.moduleId)
  sayEvent({ event: 'ended', file, title, ms: 0, outcome: 'failed', error: told(errors) })
}

/** Message, diff, location and causes: where an investigation starts. */
function told(errors: readonly SerializedError[]): string | undefined {
  if (errors.length === 0) return undefined
  return stripVTControlCharacters(errors.map((error) => toldOne(error)).join('\n'))
}

function toldOne({ name, message, diff, stacks, cause }: SerializedError): string {
  const [place] = stacks ?? []
  const difference = typeof diff === 'string' ? `\n${diff}` : ''
  const at = place ? `\n  at ${relative(root, place.file)}:${place.line}:${place.column}` : ''
  const because = cause ? `\n  caused by ${toldOne(cause)}` : ''
  return `${name}: ${message}${difference}${at}${because}`
}
