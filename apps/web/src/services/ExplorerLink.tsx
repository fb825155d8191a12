import type { Address, Nft, TxHash } from '@parley/domain'
import type { ReactNode } from 'react'
import { frameText } from '../text/frame.ts'
import { Icon } from '../ui/Icon.tsx'
import { shorten } from '../ui/Address.tsx'
import { useDeployment } from './Session.ts'

type ExplorerTarget = { readonly tx: TxHash } | { readonly address: Address } | { readonly nft: Nft }

interface ExplorerLinkProps {
  readonly to: ExplorerTarget
  /** Defaults to the hash, address or contract, shortened. */
  readonly children?: ReactNode
  readonly className?: string
}

/** A link to the page's block explorer. Plain text on a network without one. */
export function ExplorerLink({ to, children, className = '' }: ExplorerLinkProps): ReactNode {
  const explorerUrl = useDeployment()?.explorerUrl
  const [path, full] = pathOf(to)
  const words = children ?? shorten(full)
  if (!explorerUrl)
    return (
      <span className={className} title={full}>
        {words}
      </span>
    )
  return (
    <a
      className={`explorer-link ${className}`}
      href={`${explorerUrl}${path}`}
      target="_blank"
      rel="noreferrer"
      title={full}
    >
      {words}
      <Icon name="out" />
      <span className="unseen"> {frameText.onExplorer}</span>
    </a>
  )
}

function pathOf(to: ExplorerTarget): readonly [path: string, full: string] {
  if ('tx' in to) return [`/tx/${to.tx}`, to.tx]
  if ('address' in to) return [`/address/${to.address}`, to.address]
  const { contract, tokenId } = to.nft
  return [`/token/${contract}?a=${tokenId}`, contract]
}
