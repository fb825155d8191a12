import { violations } from '../rules/index.ts'
import { buildMutants } from './bytecode.ts'
import { Laboratory, randomTestCpuS, type Verdict } from './Laboratory.ts'
import { contractFaults, editsOf, sourcesWith, type ContractFault } from './plantedFaults.ts'
import { modelTests, TestsFailWithoutMutant, withoutGas, writeTraces } from './runMutants.ts'
import { chainIdOf } from './schemata.ts'
import type { Mutant } from './Mutant.ts'
import { ownSources, type SourceFile } from './syntax.ts'

/** The verdicts on one fault. */
export interface Finding {
  readonly fault: ContractFault
  /** The proofs that noticed it, each with the test or rule. */
  readonly foundBy: readonly { readonly proof: string; readonly by: string }[]
}

export interface PlantOptions {
  /** Run every proof, not only until enough have noticed. */
  readonly all: boolean
  /** Only faults whose area or description contains this. */
  readonly only?: string | undefined
  readonly tell: (finding: Finding) => void
}

/** Two independent proofs. */
export const proofsWanted = 2

/** Folders of forge tests. Each has its own oracle, so two folders are two proofs. */
const folders = [
  { proof: 'attacks', path: 'test/attack/*' },
  { proof: 'unit tests', path: 'test/[A-Z]*.t.sol' },
  { proof: 'tests of mutants', path: 'test/mutants/*' },
  { proof: 'fuzz', path: 'test/fuzz/*' },
  { proof: 'invariants', path: 'test/invariant/*' },
] as const

interface Proof {
  readonly name: string
  /** @returns what noticed the fault; null if nothing did */
  readonly ask: (fault: ContractFault, chainId: number) => Promise<string | null>
}

/** A proof by tests. They must pass with every fault inactive, which is checked first. */
function byTests(name: string, test: (chainId: number) => Promise<Verdict>): Proof {
  let isSound = false
  return {
    name,
    async ask(_, chainId) {
      if (!isSound) {
        const asleep = await test(1)
        if (!asleep.passed) throw new TestsFailWithoutMutant(asleep)
        isSound = true
      }
      const { passed, by } = await test(chainId)
      return passed ? null : by
    },
  }
}

/**
 * Plants one fault after the other in the escrow and runs the proofs on it.
 *
 * The proofs are the comparison with the model, the folders of tests, and the rules over the syntax tree.
 */
export async function plantFaults({ all, only = '', tell }: PlantOptions): Promise<readonly Finding[]> {
  const files = ownSources()
  const planted = contractFaults.map((fault, index) => ({ fault, edits: editsOf(files, fault, index + 1) }))
  const chosen = planted.filter(({ fault }) => `${fault.area} ${fault.what}`.includes(only))
  const unit = new Laboratory('planted-unit')
  const model = new Laboratory('planted-model', { FOUNDRY_PROFILE: 'proof', PARLEY_TRACES: writeTraces() })
  for (const laboratory of [unit, model]) await laboratory.prepare()
  const proofs: readonly Proof[] = [
    {
      name: 'rules',
      ask: async (fault) => violations(sourcesWith(files, fault)).map(({ rule }) => rule)[0] ?? null,
    },
    byTests('model', (chainId) => model.test(chainId, modelTests)),
    ...folders.map(({ proof, path }) =>
      byTests(proof, (chainId) => unit.test(chainId, ['--match-path', path, ...withoutGas], randomTestCpuS)),
    ),
  ]
  try {
    return await askAll({ files, chosen, laboratories: [unit, model], proofs, all, tell })
  } finally {
    for (const laboratory of [unit, model]) laboratory.restore()
  }
}

interface Asking extends Pick<PlantOptions, 'all' | 'tell'> {
  readonly files: readonly SourceFile[]
  readonly chosen: readonly { readonly fault: ContractFault; readonly edits: readonly Mutant[] }[]
  readonly laboratories: readonly Laboratory[]
  readonly proofs: readonly Proof[]
}

async function askAll({ files, chosen, laboratories, proofs, all, tell }: Asking): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { builds, stillborn } of buildMutants(
    files,
    chosen.flatMap(({ edits }) => edits),
  )) {
    const [build] = builds
    if (build === undefined || builds.length > 1 || stillborn.length > 0)
      throw new FaultsDoNotCompile(stillborn.map(({ before }) => before).join(', '))
    for (const laboratory of laboratories) laboratory.install(build)
    for (const { fault, edits } of chosen) {
      const [edit] = edits
      const foundBy: { proof: string; by: string }[] = []
      for (const { name, ask } of proofs) {
        if (edit === undefined || (!all && foundBy.length === proofsWanted)) break
        const by = await ask(fault, chainIdOf(edit))
        if (by !== null) foundBy.push({ proof: name, by })
      }
      findings.push({ fault, foundBy })
      tell({ fault, foundBy })
    }
  }
  return findings
}

/** A planted fault doesn't compile, or overlaps another. */
export class FaultsDoNotCompile extends Error {
  readonly code = 'faults-do-not-compile'
}
