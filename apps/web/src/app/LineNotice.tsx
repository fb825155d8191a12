import { useEffect, type ReactNode } from 'react'
import { useLive } from '../services/queries.ts'
import { useSession } from '../services/Session.ts'
import { frameText } from '../text/frame.ts'
import { Button } from '../ui/Button.tsx'
import { checkForNewBuild, useIsStale } from '../ui/deployment.ts'
import { lazyOnIdle } from '../ui/lazyOnIdle.ts'
import { Note } from '../ui/Note.tsx'

const ForeignEscrow = lazyOnIdle(() => import('./ForeignEscrow.tsx'))

/** Status banner on every page: the server is unreachable (decision C8), or the page is outdated. */
export function LineNotice(): ReactNode {
  const { status } = useLive()
  const outdated = useIsStale()
  const { foreign } = useSession()
  // A server that comes back may bring a new page.
  useEffect(() => (status === 'away' ? () => void checkForNewBuild() : undefined), [status])
  return (
    <div className="line-notice">
      {foreign.length > 0 ? <ForeignEscrow /> : null}
      {status === 'away' ? <Note tone="warn">{frameText.serverAway}</Note> : null}
      {outdated ? (
        <Note
          tone="plain"
          action={
            <Button look="primary" sentence onClick={() => window.location.reload()}>
              {frameText.reload}
            </Button>
          }
        >
          <b>{frameText.updated}.</b> {frameText.updatedText}
        </Note>
      ) : null}
    </div>
  )
}
