import { execFileSync } from 'node:child_process'
import { root } from '../root.ts'
import { findMark } from './marks.ts'

const longest = 72
const shape = /^(Merge |Revert "|fixup! |[a-z0-9/ ,.-]+: \S)/

/** The problem with a commit's subject, or null. */
export function subjectProblem(subject: string): string | null {
  if (subject.length > longest) return `has ${subject.length} characters, ${longest} are allowed`
  if (!shape.test(subject)) return 'does not begin with its area: `voice: keep the microphone open`'
  const mark = findMark(subject)
  return mark ? `reads as translated (instead: ${mark.instead})` : null
}

/** Subjects of commits that aren't on main yet: those can still be changed. */
export function ownSubjects(): readonly string[] {
  return fromMain((main) => ['log', '--no-merges', '--format=%s', `${main}..HEAD`])
}

/** Files that differ from main, committed or not. Empty without a main branch. */
export function changedFiles(): ReadonlySet<string> {
  return new Set(fromMain((main) => ['diff', '--name-only', main]))
}

/** git's output lines for the first main branch that exists here. */
function fromMain(argsFor: (main: string) => readonly string[]): readonly string[] {
  for (const main of ['origin/main', 'main'])
    try {
      return execFileSync('git', argsFor(main), { cwd: root, encoding: 'utf8', stdio: 'pipe' })
        .split('\n')
        .filter((line) => line !== '')
    } catch {
      // No such branch here.
    }
  return []
}
