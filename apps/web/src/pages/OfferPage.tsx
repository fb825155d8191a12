import type { ReactNode } from 'react'

export default function OfferPage({ idText }: { idText: string }): ReactNode {
  return <h1>{idText}</h1>
}
