import { useStore } from 'zustand'
import type { Said } from '../../messages/Said.ts'
import type { Alert, DialogNotice, Toast } from '../../session/notices.ts'
import { useSession } from '../../session/Session.ts'

export { toastLimits, type Alert, type DialogNotice, type Toast } from '../../session/notices.ts'

export interface Notices {
  /** The alert to show now; the next follows when this one is closed. */
  readonly alert: Alert | null
  closeAlert(id: number): void
  /** At most one (specification, section 9). */
  readonly toasts: readonly Toast[]
  dismissToast(id: number): void
  readonly dialog: DialogNotice | null
  closeDialog(id: number): void
}

/** What is to be shown over the page right now. */
export function useNotices(): Notices {
  const { notices } = useSession()
  const { alerts, toasts, dialog } = useStore(notices.store)
  const { closeAlert, dismissToast, closeDialog } = notices
  return { alert: alerts[0] ?? null, toasts, dialog, closeAlert, dismissToast, closeDialog }
}

/** Says a message in its channel. Inline messages are not announced: they stand where they belong. */
export type Announce = (said: Said) => void

export function useAnnounce(): Announce {
  return useSession().notices.announce
}
