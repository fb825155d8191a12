import type { ReactNode } from 'react'
import { frameText } from '../text/frame.ts'
import { Failed } from './Failed.tsx'
import { Frame } from './Frame.tsx'

/** Shown when nothing responds. Says so, and says where the NFTs are. */
export function StartFailed(): ReactNode {
  return (
    <Frame>
      <Failed title={frameText.startFailed} text={frameText.startFailedText} />
    </Frame>
  )
}
