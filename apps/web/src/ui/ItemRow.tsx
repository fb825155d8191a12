import type { ReactNode } from 'react'
import { WholeAddress } from './Address.tsx'
import { Picture } from './Picture.tsx'
import { Seal } from './Seal.tsx'
import './ItemRow.css'

export interface ItemRowProps {
  readonly image: string
  readonly missingLabel: string
  /** Null if it has no name besides collection and id. */
  readonly name: string | null
  readonly series: string
  readonly verified: boolean
  readonly sealLabel: string
  readonly lot: string
  readonly id: string
  /** The contract, in full: this is where people decide. */
  readonly origin: string
  readonly extra?: ReactNode
  /** Makes its picture open something. */
  readonly open?: ((picture: ReactNode) => ReactNode) | undefined
  readonly className?: string
}

/** One item of a deal on one line, with everything that identifies it. */
export function ItemRow(props: ItemRowProps): ReactNode {
  const picture = <Picture src={props.image} alt="" missingLabel={props.missingLabel} eager />
  return (
    <li className={`item-row num ${props.className ?? ''}`}>
      {props.open ? props.open(picture) : picture}
      <div>
        {props.name === null ? null : <b>{props.name}</b>}
        <span className="item-series">
          <Seal verified={props.verified} label={props.sealLabel} />
          {props.series}
        </span>
      </div>
      <div className="item-id">
        <span>
          <i className="lot">{props.lot}</i> {props.id}
        </span>
      </div>
      <span className="item-origin">
        <WholeAddress address={props.origin} />
      </span>
      {props.extra}
    </li>
  )
}
