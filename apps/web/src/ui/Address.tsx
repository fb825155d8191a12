import type { ReactNode } from 'react'
import './Address.css'

/** An address in full with its ends emphasised: people compare those, and a phone has no tooltip. */
export function WholeAddress({ address }: { address: string }): ReactNode {
  return (
    <span className="whole-address num">
      <b>{address.slice(0, 6)}</b>
      {address.slice(6, 22)}
      <wbr />
      {address.slice(22, -4)}
      <b>{address.slice(-4)}</b>
    </span>
  )
}

/** '0x71C7…976F': the first 6 and last 4 characters of an address or id. Show the full value in a title or nearby. */
export function shorten(text: string): string {
  return text.length <= 12 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`
}

/** '0x71C7656E': the first 10 characters of an address or id. Show the full value in a title or nearby. */
export function firstTen(text: string): string {
  return text.slice(0, 10)
}
