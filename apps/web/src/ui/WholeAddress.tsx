import type { ReactNode } from 'react'

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
