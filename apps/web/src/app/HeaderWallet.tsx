import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { retryImport } from '../ui/lazy.ts'
import { isAppShellLoaded } from './loadPages.ts'
import { useIsDrawn } from '../ui/useIsDrawn.ts'
import { StaticWallet } from './StaticWallet.tsx'
import { rememberedWallet } from './visitorState.ts'

const loadHeaderWallet = () => retryImport(() => import('./HeaderWallet.lazy.tsx'))
const HeaderWallet = lazy(loadHeaderWallet)

function isWanted(): boolean {
  return isAppShellLoaded() || rememberedWallet()
}

/**
 * The wallet in the header of pages that don't need one, with transaction progress. Loads wallet code only for visitors
 * who connected before, and for those who press connect.
 */
export function LazyHeaderWallet(): ReactNode {
  const isDrawn = useIsDrawn()
  const [wanted, setWanted] = useState(() => !isDrawn && isWanted())
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    const look = (): void => setWanted((now) => now || isWanted())
    look()
    // Another tab has connected.
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [])
  const button = (
    <StaticWallet
      connecting={wanted}
      onConnect={() => {
        setAsked(true)
        setWanted(true)
      }}
      onHint={loadHeaderWallet}
    />
  )
  if (!wanted) return button
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={button}>
        <HeaderWallet askForWallet={asked} onAsked={() => setAsked(false)} />
      </Suspense>
    </ErrorBoundary>
  )
}
