import type { ReactNode } from 'react'
import { screenWords } from '../messages/screenWords.ts'
import { Button } from '../ui/Button.tsx'
import { Frame } from './Frame.tsx'

/** Nothing answered: say so, and say where the NFTs are. */
export function StartFailed(): ReactNode {
  return (
    <Frame>
      <div className="setting" role="alert">
        <h1>{screenWords.frame.startFailed}</h1>
        <p>{screenWords.frame.startFailedText}</p>
        <Button look="primary" sentence onClick={() => window.location.reload()}>
          {screenWords.frame.tryAgain}
        </Button>
      </div>
    </Frame>
  )
}
