import type { ReactNode } from 'react'
import { frameText } from '../text/frame.ts'
import { Link } from '../ui/Link.tsx'
import { Brand, ThemeToggle } from './Frame.tsx'
import './Frame.css'

/** A minimal frame for pages outside the shared one: wordmark, wallet and a back link. */
export function PlainFrame({ wallet, children }: { wallet: ReactNode; children: ReactNode }): ReactNode {
  return (
    <>
      <a className="skip" href="#main">
        {frameText.skip}
      </a>
      <header className="wrap top top-plain">
        <Brand />
        <div className="top-right">
          <Link className="top-back" href="/p2p">
            {frameText.toTable}
          </Link>
          <ThemeToggle />
          {wallet}
        </div>
      </header>
      <main className="wrap" id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
