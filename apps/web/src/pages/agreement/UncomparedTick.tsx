import type { Offer } from '@parley/domain'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { queryKeys } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { compareText } from '../../text/agreement.lazy.ts'
import { Button } from '../../ui/Button.tsx'

interface UncomparedTickProps {
  readonly offer: Offer
  readonly isTicked: boolean
  readonly onTick: (isTicked: boolean) => void
  /** Gets the focus once there is nothing to tick any more. */
  readonly next: RefObject<HTMLElement | null>
  /** The tables couldn't be read. While they are read again, the tick stays where it is. */
  readonly isUncompared: boolean
  /** Accept waits for something else, and can't have the focus yet. */
  readonly isHeld: boolean
}

/** Asks for a tick, or for another try, where an offer couldn't be compared with what was agreed. */
export function UncomparedTick({
  offer,
  isTicked,
  onTick,
  next,
  isUncompared,
  isHeld,
}: UncomparedTickProps): ReactNode {
  const { queries } = useSession()
  const wallet = useAccount()
  const [isReading, setIsReading] = useState(false)
  const hasRead = useRef(false)
  useEffect(() => {
    if (!hasRead.current || isReading || isUncompared || isHeld) return
    hasRead.current = false
    if (document.activeElement === document.body) next.current?.focus()
  }, [isReading, isUncompared, isHeld, next])
  const readAgain = async (): Promise<void> => {
    hasRead.current = true
    setIsReading(true)
    await queries.refetchQueries({ queryKey: queryKeys.agreed(wallet ?? '0x', offer.creator) })
    setIsReading(false)
  }
  if (!isUncompared && !isReading) return null
  return (
    <div className="uncompared">
      <label className="confirm">
        <input type="checkbox" checked={isTicked} onChange={(event) => onTick(event.target.checked)} />
        {compareText.acceptUnread}
      </label>
      <Button look="outline" sentence icon="refresh" working={isReading} onClick={() => void readAgain()}>
        {compareText.compareAgain}
      </Button>
    </div>
  )
}
