import type { Address, OfferId } from '@parley/domain'
import { bulkOptions, startAnvil } from '../chain/startAnvil.ts'
import { caseName, circumstances, contracts, operations, type Circumstances, type Measured, type Operation } from './cases.ts'
import { GasWorld, type Receipt } from './GasWorld.ts'
import { durationS, subjects, type Subject, type Swap } from './subjects.ts'

/** Gas before refunds by case name and contract. */
export type GasFigures = Readonly<Record<string, Readonly<Record<Measured, number>>>>

interface Run {
  readonly contract: Measured
  readonly subject: Subject
  readonly given: Circumstances
  readonly ending: Exclude<Operation, 'create'>
  readonly swap: Swap
  readonly escrow: Address
  offerId: OfferId
}

function layOut(world: GasWorld): Run[] {
  const all = subjects()
  return circumstances.flatMap((given) =>
    contracts.flatMap((contract) =>
      (['accept', 'cancel', 'cancelExpired'] as const).map((ending) => {
        const subject = all[contract]
        const swap = world.swapFor(`${contract} ${caseName({ ...given, operation: ending })}`, given)
        const escrow = world.deploy(subject.deployCode(swap))
        world.prepare(swap, escrow, given)
        return { contract, subject, given, ending, swap, escrow, offerId: '0x' }
      }),
    ),
  )
}

function send(world: GasWorld, run: Run, operation: Operation): void {
  const from = operation === 'accept' ? run.swap.recipient : run.swap.creator
  const data = run.subject.callData(operation, run.swap, run.offerId)
  world.send({ what: `${run.contract} ${operation}`, from, to: run.escrow, data, valueWei: operation === 'cancel' ? 0n : run.subject.feeWei })
}

function offerIdOf(run: Run, receipt: Receipt): OfferId {
  const log = receipt.logs.find((candidate) => run.subject.createdTopics.some((topic) => candidate.topics[0] === topic))
  return log?.topics[1] ?? '0x'
}

async function mineAll(world: GasWorld, runs: readonly Run[], operationOf: (run: Run) => Operation): Promise<(readonly [Run, Receipt])[]> {
  for (const run of runs) send(world, run, operationOf(run))
  const receipts = await world.mine()
  return runs.flatMap((run, index) => {
    const receipt = receipts[index]
    return receipt ? [[run, receipt] as const] : []
  })
}

/**
 * Measures every case on every contract in one run on one chain: each step is a transaction of its own, between two wallets and on
 * an escrow that no other case touches.
 */
export async function measureGas(): Promise<GasFigures> {
  const anvil = await startAnvil(...bulkOptions)
  try {
    const world = new GasWorld(anvil.rpc)
    world.deployCollections()
    const runs = layOut(world)
    await world.fund(runs.flatMap((run) => [run.swap.creator, run.swap.recipient]))
    await world.mine()
    const figures: Record<string, Record<Measured, number>> = {}
    const note = async (run: Run, operation: Operation, receipt: Receipt) => {
      const name = caseName({ ...run.given, operation })
      const row = (figures[name] ??= { floor: 0, textbook: 0, parley: 0 })
      row[run.contract] = await world.spentGas(receipt)
    }
    for (const [run, receipt] of await mineAll(world, runs, () => 'create')) {
      run.offerId = offerIdOf(run, receipt)
      if (run.ending === 'accept') await note(run, 'create', receipt)
    }
    const inTime = runs.filter((run) => run.ending !== 'cancelExpired')
    for (const [run, receipt] of await mineAll(world, inTime, (one) => one.ending)) await note(run, run.ending, receipt)
    await world.passTime(durationS + 1n)
    const late = runs.filter((run) => run.ending === 'cancelExpired')
    for (const [run, receipt] of await mineAll(world, late, (one) => one.ending)) await note(run, run.ending, receipt)
    return inOrder(figures)
  } finally {
    await anvil.stop()
  }
}

function inOrder(figures: GasFigures): GasFigures {
  const names = operations.flatMap((operation) => circumstances.map((given) => caseName({ ...given, operation })))
  return Object.fromEntries(names.flatMap((name) => (figures[name] ? [[name, figures[name]]] : [])))
}
