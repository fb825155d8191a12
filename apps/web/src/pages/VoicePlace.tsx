import type { ReactNode } from 'react'
import type { VoiceBoxProps } from '../features/voice/VoiceBoxProps.ts'
import { later } from '../ui/later.ts'
import './VoicePlace.css'

// The table comes first: talking can wait until the page has come to rest.
const VoiceBox = later(() => import('../features/voice/VoiceBox.tsx'))

/** The seat of the voice chat, kept free until it comes. */
export function VoicePlace(props: VoiceBoxProps): ReactNode {
  return (
    <div className="voice-place">
      <VoiceBox {...props} />
    </div>
  )
}
