import type { ReactNode } from 'react'
import { screenWords } from '../messages/screenWords.ts'
import { Failed } from './Failed.tsx'

/** The error fallback of a page. The frame stays, so the user can navigate away. */
export function PageFailed(): ReactNode {
  return <Failed title={screenWords.frame.pageFailed} text={screenWords.frame.pageFailedText} />
}
