import { sameAddress, type Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { screenWords } from '../../messages/screenWords.ts'
import { usePortal } from '../../session/Portal.ts'
import { VoicePlace } from '../VoicePlace.tsx'

/** The portal's open voice room. */
export function SwapVoice({ friend }: { friend: Address | null }): ReactNode {
  const { voiceRoom, path } = usePortal()
  return (
    <VoicePlace
      room={voiceRoom}
      path={path}
      roleOf={(address) => (friend && sameAddress(address, friend) ? screenWords.table.friend : null)}
    />
  )
}
