import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  mutantsOf,
  ownSources,
  plantFaults,
  Progress,
  proofsWanted,
  runMutants,
  type Fate,
  type Mutant,
} from '../../contracts/proof/mutation/index.ts'

/**
 * `pnpm mutate` changes the escrow in one place at a time.
 *
 * `[--sample N] [--only FILE] [--id N,N] [--list] [--fast] [--survivors] [--fresh]`
 *
 * It checks that a test fails. Exits with 1 if fewer than 95 in 100 are noticed, of a
 * sample 90. Survivors are explained in docs/mutation.md.
 *
 * `pnpm mutate --planted [--all] [--only WORDS]` plants grave faults instead, and expects two independent proofs to
 * notice each. With `--all` it asks every proof.
 */
const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    only: { type: 'string' },
    id: { type: 'string' },
    list: { type: 'boolean', default: false },
    fast: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
})
/** The share of noticed mutants varies by two per cent between samples. */
const wantedShare = values.sample === undefined ? 0.95 : 0.9

function chosen(all: readonly Mutant[]): readonly Mutant[] {
  const ids = values.id?.split(',').map(Number)
  const { only } = values
  const fitting = all.filter(
    (mutant) => (ids?.includes(mutant.id) ?? true) && (only === undefined || mutant.file.includes(only)),
  )
  const wanted = values.sample === undefined ? fitting.length : Number(values.sample)
  // Evenly spread over all files, and the same in every run.
  return fitting.filter(
    (_, index) => Math.floor((index * wanted) / fitting.length) !== Math.floor(((index + 1) * wanted) / fitting.length),
  )
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

function describe(mutant: Mutant): string {
  return `#${mutant.id} ${mutant.file}:${mutant.line} ${mutant.kind}: ${oneLine(mutant.before)} → ${oneLine(mutant.after) || 'nothing'}`
}

async function plant(): Promise<boolean> {
  const findings = await plantFaults({
    all: values.all,
    only: values.only,
    tell: ({ fault, foundBy }) => {
      const proofs = foundBy.map(({ proof, by }) => `${proof} (${by})`).join(', ')
      const verdict = foundBy.length >= proofsWanted ? 'found ' : 'MISSED'
      console.log(`${verdict} ${fault.area}: ${fault.what}: ${proofs || 'no proof'}`)
    },
  })
  const found = findings.filter(({ foundBy }) => foundBy.length >= proofsWanted).length
  console.log(`${found} of ${findings.length} planted faults found by ${proofsWanted} proofs or more`)
  return found === findings.length && found > 0
}

const files = ownSources()
const mutants = chosen(mutantsOf(files))
if (values.planted) {
  process.exitCode = (await plant()) ? 0 : 1
} else if (values.list) {
  for (const mutant of mutants) console.log(describe(mutant))
} else {
  const startMs = performance.now()
  const progress = new Progress(files)
  if (values.fresh) progress.clear()
  if (values.survivors) progress.forgetSurvivors()
  const fates: Fate[] = progress.known(mutants)
  if (fates.length > 0) console.log(`Going on after ${fates.length} of ${mutants.length}`)
  const settled = new Set(fates.map(({ mutant }) => mutant.id))
  const waiting = mutants.filter(({ id }) => !settled.has(id))
  await runMutants(files, waiting, values.fast, (fate) => {
    fates.push(fate)
    progress.note(fate)
    console.log(
      `${String(fates.length).padStart(4)}/${mutants.length} ${fate.end.padEnd(9)} ${describe(fate.mutant)}${fate.end === 'killed' ? ` (${fate.by})` : ''}`,
    )
  })
  const survived = fates.filter((fate) => fate.end === 'survived')
  const killed = fates.filter((fate) => fate.end === 'killed').length
  const share = killed / (killed + survived.length)
  const report = fates.map(({ mutant, end, by }) => ({
    id: mutant.id,
    file: mutant.file,
    line: mutant.line,
    kind: mutant.kind,
    before: mutant.before,
    after: mutant.after,
    end,
    by,
  }))
  writeFileSync(
    join(import.meta.dirname, '../../contracts/cache-mutation/report.json'),
    JSON.stringify(report, null, 1),
  )
  console.log(['', 'Survived:', ...survived.map(({ mutant }) => `  ${describe(mutant)}`)].join('\n'))
  console.log(
    `${killed} killed, ${survived.length} survived, ${fates.length - killed - survived.length} stillborn: ${(share * 100).toFixed(1)} % in ${Math.round((performance.now() - startMs) / 1000)} s`,
  )
  if (share < wantedShare) process.exitCode = 1
}
