import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsRoot } from '../../build/index.ts'
import { baselineFile, tasteRules, triaged } from './baseline.ts'
import { forgeLintLines, solhintReport } from './linters.ts'

/** An analyser's finding on one line. */
export interface Finding {
  readonly rule: string
  readonly file: string
  /** The line's text, which is more stable than its number. */
  readonly line: string
}

/** Analysers whose output can't be parsed, so an empty result proves nothing. */
export class UnreadableReport extends Error {
  readonly code = 'unreadable-report'
  constructor(tool: string, output: string) {
    super(`${tool} says: ${output.slice(0, 500)}`)
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function lineOf(file: string, number: unknown): string {
  return readFileSync(join(contractsRoot, file), 'utf8').split('\n')[Number(number) - 1]?.trim() ?? ''
}

/** Findings of solhint with all rules except style. */
function ofSolhint(pattern: string): Finding[] {
  const output = solhintReport(pattern)
  const report: unknown = output.startsWith('[') ? JSON.parse(output) : null
  if (!Array.isArray(report)) throw new UnreadableReport('solhint', output)
  return report.flatMap((entry) =>
    isRecord(entry) && typeof entry['ruleId'] === 'string' && !tasteRules.has(entry['ruleId'])
      ? [
          {
            rule: entry['ruleId'],
            file: String(entry['filePath']),
            line: lineOf(String(entry['filePath']), entry['line']),
          },
        ]
      : [],
  )
}

/** Findings of forge lint, including rules that foundry.toml disables. */
function ofForgeLint(path: string): Finding[] {
  return forgeLintLines(path).flatMap((text) => {
    const said: unknown = JSON.parse(text)
    if (!isRecord(said) || !isRecord(said['code'])) return []
    const { spans } = said
    const span: unknown = Array.isArray(spans) ? spans[0] : null
    if (!isRecord(span)) throw new UnreadableReport('forge lint', text)
    const [rule, file] = [String(said['code']['code']), String(span['file_name'])]
    return tasteRules.has(rule) ? [] : [{ rule, file, line: lineOf(file, span['line_start']) }]
  })
}

/** All findings of solhint and forge lint except style, in the escrow or in one other file. */
export function findings(file?: string): Finding[] {
  return [...ofSolhint(file ?? 'src/*.sol'), ...ofForgeLint(file ?? 'src')]
}

function key({ rule, file, line }: Finding): string {
  return `${rule} ${file}: ${line}`
}

/** Findings missing from the baseline, and baseline entries no longer found: one sentence each. */
export function beyondBaseline(found: readonly Finding[]): string[] {
  const known = triaged.flatMap(({ rule, places }) =>
    Object.entries(places).flatMap(([place, times]) => Array.from({ length: times }, () => `${rule} ${place}`)),
  )
  const said = found.map(key)
  const surplus = (some: readonly string[], others: readonly string[]): string[] => {
    const left = [...others]
    return some.filter((one) => {
      const index = left.indexOf(one)
      if (index !== -1) left.splice(index, 1)
      return index === -1
    })
  }
  return [
    ...surplus(said, known).map((text) => `new finding: ${text}. Fix it, or give a reason in ${baselineFile}`),
    ...surplus(known, said).map((text) => `gone: ${text}. Take it out of ${baselineFile}`),
  ]
}
