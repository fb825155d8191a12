import { product } from '@parley/domain'
import { generalMessages } from '../messages/generalMessages.ts'
import type { Portal } from '../session/Portal.ts'

/** The place where everything that is supported can be traded. */
export const generalPortal: Portal = {
  key: 'general',
  path: '/p2p',
  messages: generalMessages,
  collectionsOf: (all) => all,
  voiceRoom: `${product.slug}-global`,
}
