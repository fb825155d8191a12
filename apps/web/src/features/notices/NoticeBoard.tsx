import type { ReactNode } from 'react'
import { frameText } from '../../text/frame.ts'
import { AlertDialog } from '../../ui/Dialog.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { Link } from '../../ui/Link.tsx'
import { useNotices } from './useNotices.ts'

// Heavy, and not needed before the page is idle.
const Toasts = lazyOnIdle(() => import('./Toasts.tsx'))

/** Shows the current alert and toast. */
export function NoticeBoard(): ReactNode {
  const notices = useNotices()
  const { alert } = notices
  return (
    <>
      {alert ? (
        <AlertDialog
          key={alert.id}
          open
          title={alert.said.title ?? frameText.notice}
          text={alert.said.text}
          detail={
            alert.said.detail || alert.said.link ? (
              <>
                {alert.said.detail}{' '}
                {alert.said.link ? (
                  <Link href={alert.said.link.href} onClick={() => notices.closeAlert(alert.id)}>
                    {alert.said.link.label}
                  </Link>
                ) : null}
              </>
            ) : undefined
          }
          answerLabel={frameText.ok}
          onAnswer={() => notices.closeAlert(alert.id)}
        />
      ) : null}
      <Toasts toasts={notices.toasts} onDismiss={(id) => notices.dismissToast(id)} />
    </>
  )
}
