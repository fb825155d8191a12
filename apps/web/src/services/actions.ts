import type { Address, OfferId } from '@parley/domain'
import type { FlowTools } from '../actions/FlowTools.ts'
import type { Step, StepKey } from '../actions/Step.ts'
import type { TransactionKind } from '../actions/tracker/TrackedTransaction.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** Every action is about one transaction. */
export type ActionKind = TransactionKind

/** An action under way, or the last one. */
export interface RunningAction {
  readonly kind: ActionKind
  /** The offer's id, or the collection's address; null while creating. */
  readonly subject: OfferId | null
  readonly steps: readonly Step[]
}

interface ActionsState {
  readonly running: RunningAction | null
  readonly last: RunningAction | null
}

export type ActionsStore = StoreApi<ActionsState>

/** While any action runs, no other may begin: one store for the whole page knows. */
export function createActions(): ActionsStore {
  return createStore<ActionsState>(() => ({ running: null, last: null }))
}

const approving: readonly StepKey[] = ['validate', 'send', 'receipt', 'refresh']
const leaving: readonly StepKey[] = ['validate', 'send', 'receipt', 'record', 'success', 'refresh']
const leavingExpired: readonly StepKey[] = ['validate', 'fee', 'send', 'receipt', 'record', 'success', 'refresh']

/** The steps of each action, in the order in which they come. */
const stepsOf: Readonly<Record<ActionKind, readonly StepKey[]>> = {
  create: ['validate', 'ownership', 'approval', 'fee', 'send', 'receipt', 'offer-id', 'record', 'success', 'refresh'],
  accept: ['validate', 'ownership', 'approval', 'fee', 'send', 'receipt', 'record', 'success', 'refresh'],
  cancel: leaving,
  claim: leaving,
  sendHome: leaving,
  recover: leavingExpired,
  return: leavingExpired,
  approve: approving,
  revoke: approving,
  own: approving,
}

/** Begins an action, unless another one runs. @returns whether it has begun. */
export function beginAction(store: ActionsStore, kind: ActionKind, subject: OfferId | null): boolean {
  if (store.getState().running) return false
  store.setState({ running: { kind, subject, steps: stepsOf[kind].map((key) => ({ key, state: 'waiting' })) } })
  return true
}

export function reportStep(store: ActionsStore, step: Step): void {
  store.setState(({ running }) => {
    if (!running) return {}
    return {
      running: {
        ...running,
        steps: running.steps.map((known) => (known.key === step.key ? { ...known, ...step } : known)),
      },
    }
  })
}

export function endAction(store: ActionsStore): void {
  store.setState(({ running }) => ({ running: null, last: running }))
}

/** A user action that takes a transaction. */
export interface Action {
  readonly kind: ActionKind
  readonly subject: OfferId | null
  /** The NFTs that it would move, by key: two offers of one NFT are never begun at once. */
  readonly items?: readonly string[]
  /** Which deployment it is about; the newest where none is named. */
  readonly escrow?: Address
  /** Runs the flow, and then shows its outcome. */
  readonly run: (tools: FlowTools) => Promise<void>
}
