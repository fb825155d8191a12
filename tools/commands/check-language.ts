import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { examineProse } from '../language/examineProse.ts'
import { changedFiles, ownSubjects, subjectProblem } from '../language/subjects.ts'
import { root } from '../root.ts'

/**
 * `pnpm check:language`: finds prose that reads as translated, and commit subjects that break the rules.
 *
 * The number of findings of each kind may only shrink: `--write` lowers the limits. `--list` shows each. `--message
 * FILE` reads one commit's message.
 */
const { values } = parseArgs({
  options: { list: { type: 'boolean' }, write: { type: 'boolean' }, message: { type: 'string' } },
})
const limitsFile = join(root, 'tools/language/limits.json')
const problems = values.message === undefined ? examineRepository() : examineMessage(values.message)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

function examineMessage(file: string): string[] {
  const [subject = ''] = readFileSync(file, 'utf8').split('\n')
  const problem = subjectProblem(subject)
  return problem === null ? [] : [`The subject ${problem}.`]
}

function examineRepository(): string[] {
  const { findings, totals } = examineProse(root)
  const limits: Record<string, number> = JSON.parse(readFileSync(limitsFile, 'utf8'))
  const counts = Object.fromEntries(
    Object.keys(limits).map((kind) => [kind, findings.filter((finding) => finding.kind === kind).length]),
  )
  for (const [kind, count] of Object.entries(counts))
    console.log(`${kind.padEnd(14)} ${count}, allowed ${limits[kind] ?? 0}`)
  console.log(
    `read: ${Object.entries(totals)
      .map(([kind, total]) => `${total} ${kind}`)
      .join(', ')}`,
  )
  if (values.write) {
    const lower = Object.entries(counts).map(([kind, count]) => [kind, Math.min(count, limits[kind] ?? 0)])
    writeFileSync(limitsFile, `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`)
  }
  const changed = changedFiles()
  /** A kind with a limit shows only findings in changed files: the new one is among them. */
  const isSuspect = (kind: string, file: string): boolean =>
    limits[kind] === 0 || changed.size === 0 || changed.has(file)
  const shown = findings.filter(
    ({ kind, file }) => values.list || ((counts[kind] ?? 0) > (limits[kind] ?? 0) && isSuspect(kind, file)),
  )
  const lines = shown.map(
    ({ kind, file, line, text, instead }) => `${file}:${line} [${kind}] ${text}\n    instead: ${instead}`,
  )
  if (values.list) for (const line of lines) console.log(line)
  const subjects = ownSubjects().flatMap((subject) => {
    const problem = subjectProblem(subject)
    return problem === null ? [] : [`"${subject}" ${problem}.`]
  })
  const exceeded = Object.keys(limits).filter((kind) => (counts[kind] ?? 0) > (limits[kind] ?? 0))
  const summary = exceeded.map((kind) => `${kind}: ${counts[kind] ?? 0}, and only ${limits[kind] ?? 0} are allowed.`)
  return [...(values.list ? [] : lines), ...summary, ...subjects]
}
