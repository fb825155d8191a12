import { useEffect, useState, type ReactNode } from 'react'
import { voiceTestText } from '../../../text/call.lazy.ts'
import { Button } from '../../../ui/Button.tsx'

/** One's own voice, as it went out and came back. */
export function HearMyself({ track }: { track: MediaStreamTrack }): ReactNode {
  const [on, setOn] = useState(false)
  useEffect(() => {
    if (!on) return
    const element = new Audio()
    element.srcObject = new MediaStream([track])
    element.play().catch(() => setOn(false))
    return () => {
      element.pause()
      element.srcObject = null
    }
  }, [on, track])
  return (
    <div className="row">
      <Button sentence aria-pressed={on} onClick={() => setOn(!on)}>
        {on ? voiceTestText.hearEnd : voiceTestText.hear}
      </Button>
      <span className="muted">{voiceTestText.hearHint}</span>
    </div>
  )
}
