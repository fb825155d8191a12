import { useState, type ReactNode } from 'react'
import { frameText } from '../text/frame.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import { usePath } from '../ui/navigation.ts'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import { mainPages } from './mainPages.ts'
import './Frame.css'

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
            <Link key={page.path} href={page.path} aria-current={page.paths.includes(path) ? 'page' : undefined}>
              {page.label}
            </Link>
          ))}
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
