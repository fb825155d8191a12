import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMark } from './marks.ts'
import { readProse, type Prose } from './readProse.ts'

/** Maximum length of a comment's first sentence. */
const openingLimit = 100

export interface Finding {
  readonly kind: Prose['kind'] | 'long openings'
  readonly file: string
  readonly line: number
  readonly text: string
  readonly instead: string
}

export interface Examination {
  readonly findings: readonly Finding[]
  /** Number of pieces read, by kind. */
  readonly totals: Readonly<Record<Prose['kind'], number>>
}

/** Reads the prose of every file that git tracks below `root`. */
export function examineProse(root: string): Examination {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  const totals = { comments: 0, docs: 0, titles: 0 }
  const findings: Finding[] = []
  for (const file of list.split('\0').filter((path) => /\.(md|[cm]?[jt]s|tsx|sol|css)$/.test(path)))
    for (const prose of readProse(file, readIfPresent(join(root, file)))) {
      totals[prose.kind] += 1
      findings.push(...examine(prose))
    }
  return { findings, totals }
}

function examine(prose: Prose): Finding[] {
  const found: Finding[] = []
  const mark = findMark(prose.text)
  if (mark) found.push({ ...prose, instead: mark.instead })
  const [opening = ''] = prose.text.split(/(?<=[.!?])\s|\s@\w/)
  if (prose.kind === 'comments' && opening.length > openingLimit)
    found.push({ ...prose, kind: 'long openings', instead: 'a shorter first sentence' })
  return found
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
