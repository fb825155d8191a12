import { useStore } from 'zustand'
import type { Message } from '../../text/message.ts'
import type { Alert, DialogNotice, Toast } from '../../services/notices.ts'
import { useSession } from '../../services/Session.ts'

export { toastLimits, type Alert, type DialogNotice, type Toast } from '../../services/notices.ts'

export interface Notices {
  /** The current alert; the next one follows when it closes. */
  readonly alert: Alert | null
  closeAlert(id: number): void
  /** At most one. */
  readonly toasts: readonly Toast[]
  dismissToast(id: number): void
  readonly dialog: DialogNotice | null
  closeDialog(id: number): void
}

/** Notices to show over the page. */
export function useNotices(): Notices {
  const { notices } = useSession()
  const { alerts, toasts, dialog } = useStore(notices.store)
  const { closeAlert, dismissToast, closeDialog } = notices
  return { alert: alerts[0] ?? null, toasts, dialog, closeAlert, dismissToast, closeDialog }
}

/** Shows a message in its channel. Inline messages are rendered in place instead. */
export type Announce = (said: Message) => void

export function useAnnounce(): Announce {
  return useSession().notices.announce
}
