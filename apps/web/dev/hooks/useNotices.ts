import type { Notices } from '../../src/features/notices/useNotices.ts'
import { generalMessages } from '../../src/messages/generalMessages.ts'
import { say } from '../../src/messages/say.ts'
import { sent } from '../sample.ts'
import { scenario } from '../scenario.ts'

export { toastLimits } from '../../src/features/notices/useNotices.ts'

const nothing = (): void => undefined

export function useNotices(): Notices {
  return {
    alert: scenario.has('alert') ? { id: 1, said: say(generalMessages, 'approveFirst') } : null,
    closeAlert: nothing,
    toasts: scenario.has('toast')
      ? [{ id: 2, said: { ...say(generalMessages, 'rejected'), tone: 'failure' }, durationMs: 1e6, open: true }]
      : [],
    dismissToast: nothing,
    dialog: scenario.has('created')
      ? { id: 3, kind: 'offer-created', offerId: sent[0]?.id ?? '0x', portalKey: 'general' }
      : null,
    closeDialog: nothing,
  }
}

export const useAnnounce = () => nothing
