import { useEffect, useRef, type ReactNode } from 'react'
import { useLive, type LiveStatus } from '../features/live/useLive.ts'
import { screenWords } from '../messages/screenWords.ts'
import { Button } from '../ui/Button.tsx'
import { lookForUpdate, useOutdated } from '../ui/deployment.ts'
import { Note } from '../ui/Note.tsx'

/** Says that the server is away, on every page, for as long as it is (decision C8); and that the page itself is an old one. */
export function LineNotice(): ReactNode {
  const { status } = useLive()
  const outdated = useOutdated()
  useLookWhenBack(status)
  return (
    <div className="line-notice">
      {status === 'away' ? <Note tone="warn">{screenWords.frame.serverAway}</Note> : null}
      {outdated ? (
        <Note
          tone="plain"
          action={
            <Button look="primary" sentence onClick={() => window.location.reload()}>
              {screenWords.frame.reload}
            </Button>
          }
        >
          <b>{screenWords.frame.updated}.</b> {screenWords.frame.updatedText}
        </Note>
      ) : null}
    </div>
  )
}

/** A server that comes back may bring a new page. */
function useLookWhenBack(status: LiveStatus): void {
  const wasAway = useRef(false)
  useEffect(() => {
    if (status === 'away') wasAway.current = true
    else if (status === 'live' && wasAway.current) {
      wasAway.current = false
      void lookForUpdate()
    }
  }, [status])
}
