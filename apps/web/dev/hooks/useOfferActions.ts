import type { StepKey } from '../../src/flows/Step.ts'
import type { OfferActions, RunningAction } from '../../src/features/offers/useOfferActions.ts'
import { received } from '../sample.ts'
import { scenario } from '../scenario.ts'

const keys: StepKey[] = [
  'validate',
  'ownership',
  'approval',
  'fee',
  'send',
  'receipt',
  'offer-id',
  'record',
  'success',
  'refresh',
]
const at = 5
const creating: RunningAction = {
  kind: 'create',
  offerId: null,
  steps: keys.map((key, place) => ({
    key,
    state: place < at ? 'done' : place === at ? (scenario.has('stuck') ? 'failed' : 'running') : 'waiting',
    ...(key === 'send' ? { txHash: `0x${'4f'.repeat(32)}` as const } : {}),
  })),
}
const accepting: RunningAction = { kind: 'accept', offerId: received[0]?.id ?? null, steps: creating.steps }

export function useOfferActions(): OfferActions {
  const running = scenario.has('creating') ? creating : scenario.has('accepting') ? accepting : null
  const no = async (): Promise<boolean> => false
  return {
    running,
    last: scenario.has('stuck') ? creating : null,
    busy: running !== null,
    busyWith: (offerId) => (running?.offerId === offerId ? running.kind : null),
    create: no,
    accept: no,
    cancel: no,
    recover: no,
    returnExpired: no,
    claimReturned: no,
  }
}
