import type { ReactNode } from 'react'
import { screenWords } from '../messages/screenWords.ts'
import { Button } from '../ui/Button.tsx'

/** A page that cannot be drawn leaves the frame around it, and so the way to the others. */
export function PageFailed(): ReactNode {
  return (
    <div className="setting" role="alert">
      <h1>{screenWords.frame.pageFailed}</h1>
      <p>{screenWords.frame.pageFailedText}</p>
      <Button look="primary" sentence onClick={() => window.location.reload()}>
        {screenWords.frame.tryAgain}
      </Button>
    </div>
  )
}
