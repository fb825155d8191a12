import { useEffect, type ReactNode } from 'react'
import { screenWords } from '../messages/screenWords.ts'
import { Button } from '../ui/Button.tsx'
import { lookForUpdate, useOutdated } from '../ui/deployment.ts'
import { Frame } from './Frame.tsx'

/** Nothing answered: say so, and say where the NFTs are. */
export function StartFailed(): ReactNode {
  const outdated = useOutdated()
  useEffect(() => void lookForUpdate(), [])
  const words = screenWords.frame
  return (
    <Frame>
      <div className="setting" role="alert">
        <h1>{outdated ? words.updated : words.startFailed}</h1>
        <p>{outdated ? words.updatedText : words.startFailedText}</p>
        <Button look="primary" sentence onClick={() => window.location.reload()}>
          {outdated ? words.reload : words.tryAgain}
        </Button>
      </div>
    </Frame>
  )
}
