import type { TxHash } from '@parley/domain'

/** The steps of all flows. A flow reports those it has, in its order. */
export type StepKey =
  | 'validate'
  | 'ownership'
  | 'approval'
  | 'fee'
  | 'send'
  | 'receipt'
  | 'offer-id'
  | 'record'
  | 'success'
  | 'refresh'

export type StepState = 'waiting' | 'running' | 'done' | 'failed'

export interface Step {
  readonly key: StepKey
  readonly state: StepState
  /** Known from `send` on. */
  readonly txHash?: TxHash
}
