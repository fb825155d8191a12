import type { ReactNode } from 'react'
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
  readonly origin: { readonly short: string; readonly full: string }
  readonly extra?: ReactNode
  readonly className?: string
}

/** One item of a deal on one line, with everything that identifies it. */
export function ItemRow(props: ItemRowProps): ReactNode {
  return (
    <li className={`item-row num ${props.className ?? ''}`}>
      <Picture src={props.image} alt="" missingLabel={props.missingLabel} eager />
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
        <small title={props.origin.full}>{props.origin.short}</small>
      </div>
      {props.extra}
    </li>
  )
}
