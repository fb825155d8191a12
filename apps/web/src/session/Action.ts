import type { Address, OfferId } from '@parley/domain'
import type { FlowTools } from '../flows/FlowTools.ts'
import type { ActionKind } from './actions.ts'

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
