import { product } from '@parley/domain'
import type { ReactNode } from 'react'
import { Link } from '../ui/Link.tsx'

/** The wordmark: two sheets with a perforation between them. */
export function Brand(): ReactNode {
  return (
    <Link className="brand" href="/p2p">
      <svg viewBox="0 0 30 30" aria-hidden="true">
        <path d="M3 5a2 2 0 0 1 2-2h8v24H5a2 2 0 0 1-2-2z" fill="currentColor" />
        <path d="M17 3h8a2 2 0 0 1 2 2v20a2 2 0 0 1-2 2h-8z" fill="var(--accent)" />
        <g fill="currentColor">
          {[5.5, 10.2, 15, 19.8, 24.5].map((y) => (
            <circle key={y} cx="15" cy={y} r="1" />
          ))}
        </g>
      </svg>
      <b>{product.name}</b>
      <span className="brand-stage">{product.stage}</span>
    </Link>
  )
}
