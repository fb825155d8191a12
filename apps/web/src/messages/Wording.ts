import type { Messages } from './generalMessages.ts'
import type { Speaker } from './Speaker.ts'

/** What the person was doing when it failed: the same failure is worded by what it means there. */
export type Doing =
  | 'create'
  | 'accept'
  | 'cancel'
  | 'return'
  | 'recover'
  | 'sendHome'
  | 'claim'
  | 'approve'
  | 'revoke'
  | 'own'

export interface Wording {
  readonly messages: Messages
  readonly speaker: Speaker
  /** Link target after a failed cancel: where the offer can be recovered (decision S12). */
  readonly recoveryHref?: string
}
