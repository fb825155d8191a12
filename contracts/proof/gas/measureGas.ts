import type { Address, OfferId } from '@parley/domain'
import { bulkOptions, startAnvil } from '../chain/startAnvil.ts'
import {
  caseName,
  circumstances,
  coinCircumstances,
  operations,
  type Circumstances,
  type Measured,
  type Operation,
} from './cases.ts'
import { GasWorld, type Receipt } from './GasWorld.ts'
import { meterCalls } from './meter.ts'
import { durationS, subjects, type Subject, type Swap } from './subjects.ts'

/** Gas before refunds by case name and contract. */
export type GasFigures = Readonly<Record<string, Readonly<Record<Measured, number>>>>
type Figures = Record<string, Record<Measured, number>>

interface Run {
  readonly contract: Measured
  readonly subject: Subject
  readonly given: Circumstances
  readonly swap: Swap
  readonly escrow: Address
  offerId: OfferId
}

/** Traces are slow, so only the first transactions of each block are traced to check the meter. */
const tracedPerBlock = 6

/** Meter and receipt differ by more than a refund can explain, or by another amount than the trace. */
export class GasDisagrees extends Error {
  readonly code = 'gas-disagrees'
  readonly figures: { readonly metered: number; readonly used: number; readonly refund: number | undefined }
  constructor(name: string, metered: number, used: number, refund?: number) {
    super(
      `${name}: ${metered} before refunds by the meter, but the transaction used ${used} with a refund of ${refund ?? 'unknown size'}`,
    )
    this.figures = { metered, used, refund }
  }
}

function layOut(world: GasWorld, { cases, contracts }: Measurement): Run[] {
  const all = subjects()
  return cases.flatMap((given) =>
    contracts.map((contract) => {
      const subject = all[contract]
      const swap = world.swapFor(`${contract} ${caseName({ ...given, operation: 'create' })}`, given)
      const escrow = world.deploy(subject.deployCode(swap))
      world.prepare(swap, escrow, given)
      return { contract, subject, given, swap, escrow, offerId: '0x' }
    }),
  )
}

function valueOf({ subject, swap }: Run, operation: Operation): bigint {
  if (operation === 'create') return subject.feeWei + swap.offeredWei
  if (operation === 'accept') return subject.feeWei + swap.requestedWei
  return operation === 'cancel' ? 0n : subject.feeWei
}

function callOf(run: Run, operation: Operation) {
  const from = operation === 'accept' ? run.swap.recipient : run.swap.creator
  const data = run.subject.callData(operation, run.swap, run.offerId)
  return {
    what: `${run.contract} ${operation}`,
    from,
    to: run.escrow,
    data,
    valueWei: valueOf(run, operation),
    paysSender: operation !== 'create' && run.swap.offeredWei > 0n,
  }
}

function offerIdOf(run: Run, receipt: Receipt): OfferId {
  const log = receipt.logs.find((candidate) => run.subject.createdTopics.some((topic) => candidate.topics[0] === topic))
  return log?.topics[1] ?? '0x'
}

/** Meters an operation of every run, then sends it for real and compares. */
async function measure(
  world: GasWorld,
  runs: readonly Run[],
  operation: Operation,
  figures: Figures,
): Promise<readonly Receipt[]> {
  const calls = runs.map((run) => callOf(run, operation))
  const metered = await meterCalls(world.rpc, calls)
  for (const call of calls) world.send(call)
  const receipts = await world.mine()
  for (const [index, run] of runs.entries()) {
    const [spent, receipt] = [metered[index], receipts[index]]
    if (spent === undefined || receipt === undefined) continue
    const name = caseName({ ...run.given, operation })
    const used = Number(receipt.gasUsed)
    if (used > spent || used < spent - Math.floor(spent / 5)) throw new GasDisagrees(name, spent, used)
    if (Number(receipt.transactionIndex) < tracedPerBlock) {
      const refund = await world.refundOf(receipt)
      if (used + Math.min(refund, Math.floor(spent / 5)) !== spent) throw new GasDisagrees(name, spent, used, refund)
    }
    const row = (figures[name] ??= { floor: 0, textbook: 0, parley: 0, bare: 0 })
    row[run.contract] = spent
  }
  return receipts
}

interface Measurement {
  readonly cases: readonly Circumstances[]
  readonly contracts: readonly Measured[]
  readonly operations: readonly Operation[]
}

/**
 * Measures every case without coins on one chain. Each step is its own transaction, between two wallets and on an
 * escrow that no other case touches; its figure is gas before refunds, as the C-Chain charges it.
 */
export function measureGas(): Promise<GasFigures> {
  return run({ cases: circumstances, contracts: ['floor', 'textbook', 'parley'], operations })
}

/** Cases with and without coins, for plain and ordinary tokens, beside a bare contract for coins. */
export function measureCoins(): Promise<GasFigures> {
  const contracts = ['floor', 'parley', 'bare'] as const
  return run({ cases: coinCircumstances, contracts, operations: ['create', 'accept', 'cancel'] })
}

async function run(measurement: Measurement): Promise<GasFigures> {
  const anvil = await startAnvil(...bulkOptions)
  try {
    const world = new GasWorld(anvil.rpc, measurement.cases === coinCircumstances)
    world.deployCollections(new Set(measurement.cases.map(({ token }) => token)))
    const runs = layOut(world, measurement)
    await world.fund(runs.flatMap((run) => [run.swap.creator, run.swap.recipient]))
    await world.mine()
    const figures: Figures = {}
    const receipts = await measure(world, runs, 'create', figures)
    for (const [index, run] of runs.entries()) {
      const receipt = receipts[index]
      if (receipt) run.offerId = offerIdOf(run, receipt)
    }
    for (const operation of measurement.operations) {
      if (operation === 'create') continue
      await world.takenBack(async () => {
        if (operation === 'cancelExpired') await world.passTime(durationS + 1n)
        await measure(world, runs, operation, figures)
      })
    }
    return inOrder(figures, measurement)
  } finally {
    await anvil.stop()
  }
}

function inOrder(figures: GasFigures, measurement: Measurement): GasFigures {
  const names = measurement.operations.flatMap((operation) =>
    measurement.cases.map((given) => caseName({ ...given, operation })),
  )
  return Object.fromEntries(names.flatMap((name) => (figures[name] ? [[name, figures[name]]] : [])))
}
