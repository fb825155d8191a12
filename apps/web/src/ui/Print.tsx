import type { ReactNode } from 'react'
import { WholeAddress } from './Address.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Picture } from './Picture.tsx'
import { Seal } from './Seal.tsx'
import './Print.css'

export interface PrintProps {
  readonly image: string
  readonly missingLabel: string
  /** Null if it has no name besides collection and id. */
  readonly name: string | null
  readonly series: string
  readonly verified: boolean
  readonly sealLabel: string
  readonly id: string
  /** The contract, in full. */
  readonly origin: string
  /** Replaces it: with a link, or by a short one where the slip beside it has the whole. */
  readonly link?: ReactNode
  readonly lot?: string
  /** An extra line below a rule. */
  readonly tag?: { readonly icon: IconName; readonly words: string; readonly tone?: 'ok' | 'warn' }
  readonly remove?: { readonly label: string; readonly onRemove: () => void }
  readonly extra?: ReactNode
  /** Makes its picture open something. */
  readonly open?: ((picture: ReactNode) => ReactNode) | undefined
  readonly className?: string
}

/** A picture printed on paper. Everything that identifies it is written below, never on the picture. */
export function Print(props: PrintProps): ReactNode {
  const { image, name, series, id, origin, lot, tag, remove } = props
  const picture = (
    <Picture
      src={image}
      alt={[name, `${series} ${id}`].filter(Boolean).join(', ')}
      missingLabel={props.missingLabel}
      eager
    />
  )
  return (
    <li className={`print ${props.className ?? ''}`}>
      {props.open ? props.open(picture) : picture}
      <div className="print-words">
        {name === null ? null : <b>{name}</b>}
        <span className="print-series">
          <Seal verified={props.verified} label={props.sealLabel} />
          <em>{series}</em>
        </span>
        <span className="print-id num">
          <span>{id}</span>
          {lot ? <i className="lot">{lot}</i> : null}
        </span>
        <span className="print-origin num" title={origin}>
          {props.link ?? <WholeAddress address={origin} />}
        </span>
        {tag ? (
          <span className={`print-tag print-tag-${tag.tone ?? 'ok'}`}>
            <Icon name={tag.icon} />
            {tag.words}
          </span>
        ) : null}
        {props.extra}
      </div>
      {remove ? (
        <button
          type="button"
          className="print-remove"
          aria-label={remove.label}
          title={remove.label}
          onClick={remove.onRemove}
        >
          <Icon name="close" />
        </button>
      ) : null}
    </li>
  )
}
