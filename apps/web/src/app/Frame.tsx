import './Frame.css'
import { useState, type ReactNode } from 'react'
import { frameText } from '../text/frame.ts'
import { IconButton } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { usePath } from '../ui/navigation.ts'
import { useIsDrawn } from '../ui/useIsDrawn.ts'
import { isCurrent, mainPages, infoPages } from './routes.ts'
import { useTheme } from './theme.ts'
import { product } from '@parley/domain'
import { builtFor } from '../services/builtFor.ts'

/** The shared frame: wordmark, navigation, wallet and footer links. */
export function Frame({ wallet, children }: { wallet?: ReactNode; children: ReactNode }): ReactNode {
  const [menuOpenAt, setMenuOpenAt] = useState<string | null>(null)
  const path = usePath()
  // Navigation closes the menu.
  const menuOpen = menuOpenAt === path
  return (
    <>
      <a className="skip" href="#main">
        {frameText.skip}
      </a>
      <header className="wrap top">
        <Brand />
        <nav className={menuOpen ? 'nav nav-open' : 'nav'} id="nav" aria-label={frameText.mainNavigation}>
          {mainPages.map((page) => (
            <Link key={page.path} href={page.path} aria-current={isCurrent(page, path) ? 'page' : undefined}>
              {page.label}
            </Link>
          ))}
          <ThemeToggle />
        </nav>
        <div className="top-right">
          {wallet}
          <IconButton
            className="burger"
            icon={menuOpen ? 'close' : 'menu'}
            label={frameText.menu}
            aria-expanded={menuOpen}
            aria-controls="nav"
            onClick={() => setMenuOpenAt(menuOpen ? null : path)}
          />
        </div>
      </header>
      <main className="wrap" id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  )
}

/** `PRODUCT_LOGO`, put in its place by the page's build. */
declare const hasOwnLogo: boolean | undefined

/** The wordmark, with the operator's mark or the product's: two sheets with a perforation between them. */
export function Brand(): ReactNode {
  return (
    <Link className="brand" href="/p2p">
      {typeof hasOwnLogo === 'boolean' && hasOwnLogo ? (
        <img src="/parley.svg" width="30" height="30" alt="" />
      ) : (
        <svg viewBox="0 0 30 30" aria-hidden="true">
          <path d="M3 5a2 2 0 0 1 2-2h8v24H5a2 2 0 0 1-2-2z" fill="currentColor" />
          <path d="M17 3h8a2 2 0 0 1 2 2v20a2 2 0 0 1-2 2h-8z" fill="var(--accent)" />
          <g fill="currentColor">
            {[5.5, 10.2, 15, 19.8, 24.5].map((y) => (
              <circle key={y} cx="15" cy={y} r="1" />
            ))}
          </g>
        </svg>
      )}
      <b>{product.name}</b>
      <span className="brand-stage">{product.stage}</span>
    </Link>
  )
}

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

const faces = {
  light: { icon: 'sun', label: frameText.toLight },
  dark: { icon: 'lamp', label: frameText.toDark },
  system: { icon: 'contrast', label: frameText.toSystem },
} as const

/** Light, dark, and as the system says. It shows what it does next. */
export function ThemeToggle(): ReactNode {
  const { next, toggle } = useTheme()
  // Its place is kept: which face it shows depends on the visitor.
  return <IconButton className="theme-toggle" disabled={useIsDrawn()} {...faces[next]} onClick={toggle} />
}
