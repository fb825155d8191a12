import type { Address, OfferId, TxHash } from '@parley/domain'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Message } from '../text/message.ts'

export interface Alert {
  readonly id: number
  readonly said: Message
}

export interface Toast {
  readonly id: number
  readonly said: Message
  readonly durationMs: number
  /** False once dismissed: it is then kept out of sight, and removed much later. */
  readonly open: boolean
}

/** Dialogs with a design of their own. */
export type DialogContent =
  | { readonly kind: 'offer-created'; readonly offerId: OfferId | TxHash; readonly portalKey: string }
  /** Asks before a block ends tables with that wallet. */
  | { readonly kind: 'block'; readonly other: Address; readonly onAnswer: (isBlocked: boolean) => void }

export interface DialogNotice {
  readonly id: number
  readonly content: DialogContent
}

export interface NoticesState {
  readonly alerts: readonly Alert[]
  readonly toasts: readonly Toast[]
  readonly dialog: DialogNotice | null
  /** Failures and warnings, newest first, to read again once they have gone. */
  readonly log: readonly Alert[]
}

export const toastLimits = {
  atOnce: 1,
  removeAfterMs: 1_000_000,
  durationMs: 5_000,
  swipeThresholdPx: 50,
  hotkey: 'F8',
} as const

/** More than this many unanswered alerts would only repeat themselves. */
const maxAlerts = 8

/** How many messages can be read again. */
const maxLogged = 20

/** The page's messages by channel. Inline messages aren't announced: they are rendered in place. */
export interface NoticeBoard {
  readonly store: StoreApi<NoticesState>
  announce(said: Message): void
  openDialog(content: DialogContent): void
  closeAlert(id: number): void
  dismissToast(id: number): void
  closeDialog(id: number): void
}

export function createNoticeBoard(): NoticeBoard {
  const store = createStore<NoticesState>(() => ({ alerts: [], toasts: [], dialog: null, log: [] }))
  let lastId = 0
  const nextId = () => (lastId += 1)

  const addAlert = (said: Message) =>
    store.setState(({ alerts }) => {
      const repeated = alerts.some((alert) => alert.said.key === said.key && alert.said.text === said.text)
      return repeated || alerts.length >= maxAlerts ? {} : { alerts: [...alerts, { id: nextId(), said }] }
    })
  const addToast = (said: Message) => {
    const toast: Toast = { id: nextId(), said, durationMs: toastLimits.durationMs, open: true }
    store.setState(({ toasts }) => ({ toasts: [toast, ...toasts].slice(0, toastLimits.atOnce) }))
  }
  const keep = (said: Message) =>
    store.setState(({ log }) => ({ log: [{ id: nextId(), said }, ...log].slice(0, maxLogged) }))
  const removeToast = (id: number) =>
    store.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

  return {
    store,
    announce: (said) => {
      if (said.channel === 'alert') addAlert(said)
      if (said.channel === 'toast') addToast(said)
      if (said.tone === 'failure' || said.tone === 'warning') keep(said)
    },
    openDialog: (content) => store.setState({ dialog: { id: nextId(), content } }),
    closeAlert: (id) => store.setState(({ alerts }) => ({ alerts: alerts.filter((alert) => alert.id !== id) })),
    dismissToast: (id) => {
      store.setState(({ toasts }) => ({
        toasts: toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)),
      }))
      setTimeout(() => removeToast(id), toastLimits.removeAfterMs)
    },
    closeDialog: (id) => store.setState(({ dialog }) => (dialog?.id === id ? { dialog: null } : {})),
  }
}
