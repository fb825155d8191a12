import { exchangeKey, isLopsided, type Nft } from '@parley/domain'
import { type ReactNode, useEffect, useState } from 'react'
import { contextText as words } from '../../text/context.lazy.ts'

interface LopsidedTickProps {
  readonly gives: readonly Nft[]
  readonly gets: readonly Nft[]
  /** Coins that come with what one gets. */
  readonly receivedWei: bigint
  /** Whether the button below has to wait for the tick. */
  readonly onHold: (held: boolean) => void
}

/** A tick above the button of a very lop-sided deal (decision I6). Each such deal asks once. */
export function LopsidedTick({ gives, gets, receivedWei, onHold }: LopsidedTickProps): ReactNode {
  const [ticked, setTicked] = useState('')
  const key = exchangeKey({ gives, gets, receivedWei })
  const asks = isLopsided({ gives, gets, receivedWei })
  const held = asks && ticked !== key
  useEffect(() => {
    onHold(held)
  }, [held, onHold])
  if (!asks) return null
  return (
    <>
      <label className="confirm">
        <input type="checkbox" checked={!held} onChange={(event) => setTicked(event.target.checked ? key : '')} />
        {words.lopsided(gives.length, gets.length, receivedWei)}
      </label>
      {held ? <p className="slip-fine">{gets.length > 0 ? words.tickFirst : words.tickFirstForCoins}</p> : null}
    </>
  )
}
