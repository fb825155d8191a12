import type { OfferId } from '@parley/domain'
import type { Said } from '../../messages/Said.ts'

export interface Alert {
  readonly id: number
  readonly said: Said
}

export interface Toast {
  readonly id: number
  readonly said: Said
  readonly durationMs: number
  /** False once dismissed: it is then kept out of sight, and removed much later. */
  readonly open: boolean
}

/** Dialogs with a design of their own. */
export type DialogNotice = {
  readonly id: number
  readonly kind: 'offer-created'
  readonly offerId: OfferId
  readonly portalKey: string
}

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

export const toastLimits = {
  atOnce: 1,
  removeAfterMs: 1_000_000,
  durationMs: 5_000,
  swipeThresholdPx: 50,
  hotkey: 'F8',
} as const

/** Says a message in its channel. Inline messages are not announced: they stand where they belong. */
export type Announce = (said: Said) => void

export function useNotices(): Notices {
  return {
    alert: null,
    closeAlert: () => undefined,
    toasts: [],
    dismissToast: () => undefined,
    dialog: null,
    closeDialog: () => undefined,
  }
}

export function useAnnounce(): Announce {
  return () => undefined
}
