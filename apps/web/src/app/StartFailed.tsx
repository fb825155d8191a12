import type { ReactNode } from 'react'
import { screenWords } from '../messages/screenWords.ts'
import { Failed } from './Failed.tsx'
import { Frame } from './Frame.tsx'

/** Shown when nothing responds. Says so, and says where the NFTs are. */
export function StartFailed(): ReactNode {
  return (
    <Frame>
      <Failed title={screenWords.frame.startFailed} text={screenWords.frame.startFailedText} />
    </Frame>
  )
}
