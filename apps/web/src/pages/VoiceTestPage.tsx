import type { ReactNode } from 'react'
import { PlainFrame } from '../app/PlainFrame.tsx'
import { VoiceTestView } from '../features/voice/try-out/VoiceTestView.tsx'
import { voiceTestText } from '../text/call.lazy.ts'
import { usePageTitle } from '../ui/navigation.ts'

/** `/voice-test`: needs no wallet; a minimal frame. */
export default function VoiceTestPage({ wallet }: { wallet: ReactNode }): ReactNode {
  usePageTitle(voiceTestText.pageTitle)
  return (
    <PlainFrame wallet={wallet}>
      <VoiceTestView />
    </PlainFrame>
  )
}
