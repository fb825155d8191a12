import type { ReactNode } from 'react'
import { screenWords } from '../messages/screenWords.ts'
import { Failed } from './Failed.tsx'

/** A page that cannot be drawn leaves the frame around it, and so the way to the others. */
export function PageFailed(): ReactNode {
  return <Failed title={screenWords.frame.pageFailed} text={screenWords.frame.pageFailedText} />
}
