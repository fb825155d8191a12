import type { ReactNode } from 'react'
import { frameText } from '../text/frame.ts'
import { builtFor } from '../services/builtFor.ts'
import { Link } from '../ui/Link.tsx'
import { infoPages } from './mainPages.ts'
import './Frame.css'

export function Footer(): ReactNode {
  return (
    <footer className="wrap footing">
      <div className="foot">
        <span>{frameText.footer}</span>
        {infoPages.map((page) => (
          <Link key={page.path} href={page.path}>
            {page.label}
          </Link>
        ))}
        <BuiltFor />
      </div>
    </footer>
  )
}

/** Lists the escrows that this page calls (decision Z1), to compare with what is published elsewhere. */
function BuiltFor(): ReactNode {
  const built = builtFor()
  return built ? (
    <p className="foot-built num">
      {frameText.builtFor}{' '}
      {built.escrows.map(({ address }) =>
        built.explorerUrl === null ? (
          <b key={address}>{address}</b>
        ) : (
          <a key={address} href={`${built.explorerUrl}/address/${address}`} target="_blank" rel="noreferrer">
            {address}
          </a>
        ),
      )}
    </p>
  ) : null
}
