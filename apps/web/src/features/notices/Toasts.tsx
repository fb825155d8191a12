import { Toast } from 'radix-ui'
import type { ReactNode } from 'react'
import { frameText } from '../../text/frame.ts'
import { Icon } from '../../ui/Icon.tsx'
import { toastLimits, type Toast as ToastNotice } from './useNotices.ts'
import './Toasts.css'

interface ToastsProps {
  readonly toasts: readonly ToastNotice[]
  readonly onDismiss: (id: number) => void
}

const toneIcon = { failure: 'failed', warning: 'warning', success: 'checkCircle', plain: 'info' } as const

/** One toast at a time. It times out or can be swiped right; F8 focuses it. */
export default function Toasts({ toasts, onDismiss }: ToastsProps): ReactNode {
  return (
    <Toast.Provider
      swipeDirection="right"
      swipeThreshold={toastLimits.swipeThresholdPx}
      duration={toastLimits.durationMs}
    >
      {toasts.map(({ id, said, durationMs, open }) => (
        <Toast.Root
          key={id}
          className={`toast toast-${said.tone}`}
          open={open}
          duration={durationMs}
          type={said.tone === 'failure' ? 'foreground' : 'background'}
          onOpenChange={(stays) => stays || onDismiss(id)}
        >
          <Icon name={toneIcon[said.tone]} />
          <div>
            {said.title ? <Toast.Title className="toast-title">{said.title}</Toast.Title> : null}
            <Toast.Description>{said.text}</Toast.Description>
            {said.detail ? <p className="toast-detail">{said.detail}</p> : null}
            {said.transactionUrl ? (
              <a className="toast-detail" href={said.transactionUrl} target="_blank" rel="noreferrer">
                {frameText.viewOnExplorer}
              </a>
            ) : null}
          </div>
          <Toast.Close className="toast-close" aria-label={frameText.close}>
            <Icon name="close" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport
        className="toasts"
        hotkey={[toastLimits.hotkey]}
        label={`${frameText.notifications} ({hotkey})`}
      />
    </Toast.Provider>
  )
}
