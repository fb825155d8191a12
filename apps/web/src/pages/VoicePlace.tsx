import type { ReactNode } from 'react'
import type { VoiceBoxProps } from '../features/voice/VoiceBoxProps.ts'
import { lazyOnIdle } from '../ui/lazy.ts'
import './VoicePlace.css'

// Loads once the page is idle.
const VoiceBox = lazyOnIdle(() => import('../features/voice/VoiceBox.tsx'))

/** The voice box's slot, reserved until it loads. */
export function VoicePlace(props: VoiceBoxProps): ReactNode {
  return (
    <div className={props.folds ? 'voice-place voice-place-folds' : 'voice-place'}>
      <VoiceBox {...props} />
    </div>
  )
}
