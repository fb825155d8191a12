import { readImportGraph } from './importGraph.ts'

/** The tests to run for a change. */
export interface Selection {
  /** Files for vitest, the nearest to the change first. */
  readonly files: readonly string[]
  /** How many more files the change reaches. */
  readonly left: number
  /** Playwright's arguments: files and words of titles. */
  readonly browser: readonly string[]
  /** forge's arguments; null if no contract changed. */
  readonly forge: readonly string[] | null
}

export interface Change {
  readonly root: string
  /** Every file of the repository, by relative path. */
  readonly files: readonly string[]
  readonly changed: readonly string[]
  /** The last duration of each test file. */
  readonly durationsMs: Readonly<Record<string, number>>
  /** Total time budget. */
  readonly budgetMs: number
}

/** For a file that has never run. */
const unknownMs = 3_000
/** A shared folder counts as much as this many imports. */
const imports = 3

/**
 * The browser tests for each part of the page, by words of its path. The first match counts; the last matches
 * everything.
 */
export const browserAreas: readonly (readonly [path: RegExp, spec: string, words: string])[] = [
  [/voice/i, 'voice.spec.ts', 'they hear each other'],
  [/admin|owner/i, 'admin.spec.ts', 'changes the fee'],
  [/stats|trades|chart/i, 'stats.spec.ts', 'shows the three cards'],
  [/notice|toast|transaction|tracker/i, 'toasts.spec.ts', 'toasts'],
  [/approv/i, 'outcomes.spec.ts', 'an approval is given'],
  [/holding|nft|picture|image/i, 'holdings.spec.ts', 'asked for once more'],
  [/wallet|connect/i, 'wallet.spec.ts', 'a reload reconnects'],
  [/asoverse/i, 'asoverse.spec.ts', 'its look comes with it'],
  [/navigation|route|app\//i, 'navigation.spec.ts', 'going back finds the old place'],
  [/portal|pages?\/|offer|actions|draft|swap|server/i, 'swap.spec.ts', 'one for one'],
  [/\.css$|ui\//i, 'accessibility.spec.ts', 'the general portal'],
  [/./, 'swap.spec.ts', 'one for one'],
]

/** Selects the tests that a change can affect, nearest first, within the time budget. */
export function selectTests({ root, files, changed, durationsMs, budgetMs }: Change): Selection {
  const distances = readImportGraph(root, files).reach([...changed, ...replayersOf(changed)])
  const durationOf = (file: string): number => durationsMs[file] ?? unknownMs
  const reached = [...distances].filter(([file]) => /\.(test|spec)\.tsx?$/.test(file))
  const near = reached
    .filter(([file]) => !file.endsWith('.spec.ts'))
    .map(([file, distance]) => ({ file, distance: distance - imports * kinship(file, changed) }))
    .toSorted((one, other) => one.distance - other.distance || durationOf(one.file) - durationOf(other.file))
    .map(({ file }) => file)
  let spentMs = 0
  const chosen = near.filter((file, at) => {
    const endsMs = spentMs + durationOf(file)
    const isTaken = at === 0 || endsMs <= budgetMs
    if (isTaken) spentMs = endsMs
    return isTaken
  })
  return {
    files: chosen,
    left: near.length - chosen.length,
    browser: browserOf(changed, distances),
    forge: forgeOf(changed),
  }
}

/** How many folders and names a test file shares with the changed files: `voice` with `voice`. */
function kinship(file: string, changed: readonly string[]): number {
  const own = wordsOf(file)
  return Math.max(0, ...changed.map((one) => [...wordsOf(one)].filter((word) => own.has(word)).length))
}

function wordsOf(path: string): ReadonlySet<string> {
  const [workspace = '', ...rest] = path.split(/\/(?:src|test)\//)
  return new Set([workspace, ...rest.join('/').split(/[/.]/)].filter((word) => !/^(tsx?|test|index|)$/.test(word)))
}

function browserOf(changed: readonly string[], distances: ReadonlyMap<string, number>): readonly string[] {
  const specs = changed.filter((file) => file.endsWith('.spec.ts'))
  if (specs.length > 0) return specs.map((file) => file.replace(/^e2e\/specs\//, ''))
  const isPage = [...distances.keys()].some(
    (file) => file === 'apps/web/src/main.tsx' || file === 'apps/server/src/main.ts',
  )
  const shown = changed.filter((file) => /^(apps|packages|e2e)\//.test(file) && !/\/test\//.test(file))
  if (!isPage && shown.length === 0) return []
  const [first] = shown
  if (first === undefined) return []
  const [, spec, words] = browserAreas.find(([path]) => path.test(first)) ?? []
  return spec === undefined || words === undefined ? [] : [spec, '-g', words]
}

/** The replay of plays on the escrow has its own forge profile, and a test of the model runs it. */
function replayersOf(changed: readonly string[]): readonly string[] {
  const isReplayed = changed.some((file) => /^contracts\/proof\/forge\/.*\.sol$/.test(file))
  return isReplayed ? ['contracts/proof/model/compareWithModel.ts'] : []
}

function forgeOf(changed: readonly string[]): readonly string[] | null {
  // Proofs have their own forge profiles.
  const contracts = changed.filter((file) => /^contracts\/(?!proof\/).*\.sol$/.test(file))
  if (contracts.length === 0) return null
  const isOnlyTests = contracts.every((file) => file.endsWith('.t.sol'))
  // Tests use the deployed escrow, so any of them may notice its change.
  return isOnlyTests ? contracts.flatMap((file) => ['--match-path', file.replace(/^contracts\//, '')]) : []
}
