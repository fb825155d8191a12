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

/** How a flow tells where it is. */
export type ReportStep = (step: Step) => void

/** Runs one step and reports its beginning and its end. */
export async function runStep<T>(report: ReportStep, key: StepKey, run: () => Promise<T>): Promise<T> {
  report({ key, state: 'running' })
  try {
    const result = await run()
    report({ key, state: 'done' })
    return result
  } catch (error) {
    report({ key, state: 'failed' })
    throw error
  }
}
