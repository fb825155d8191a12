import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Welcome } from '../pages/Welcome.tsx'
import { navigate, usePath } from '../ui/navigation.ts'
import { ErrorFence } from '../ui/ErrorFence.tsx'
import { Frame } from './Frame.tsx'
import { matchRoute } from './matchRoute.ts'
import { rememberedWallet } from './rememberedWallet.ts'
import { StartFailed } from './StartFailed.tsx'
import { StaticWallet } from './StaticWallet.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { TableSetting } from './TableSetting.tsx'

// Wallets, chain and everything that knows of offers: far heavier than the first view, which does without.
const loadWorld = () => import('./World.tsx')
const World = lazy(loadWorld)
const InfoPage = lazy(() => import('../pages/InfoPage.tsx'))

/**
 * The page. A visitor on the main page whose browser remembers no wallet sees the welcome at once; the rest is fetched
 * when it is wanted: by pressing connect, by a remembered wallet, or by a page that needs it.
 */
export function App(): ReactNode {
  const path = usePath()
  const [wanted, setWanted] = useState<'nothing' | 'world' | 'wallets'>(rememberedWallet() ? 'world' : 'nothing')
  const route = matchRoute(path)
  const welcoming = wanted === 'nothing' && route?.page === 'swap'
  useEffect(() => {
    if (!route) navigate('/p2p', { replace: true })
  }, [route])
  if (!route) return null
  return (
    <>
      <ErrorFence fallback={<StartFailed />}>
        {route.page === 'info' ? (
          <Suspense fallback={null}>
            <InfoPage key={route.topic} topic={route.topic} />
          </Suspense>
        ) : welcoming ? (
          <Frame wallet={<StaticWallet onConnect={() => setWanted('wallets')} onHint={loadWorld} />}>
            <Welcome connecting={false} onConnect={() => setWanted('wallets')} />
          </Frame>
        ) : (
          <Suspense fallback={<TableSetting connecting={wanted === 'wallets'} />}>
            <World askForWallet={wanted === 'wallets'} onAsked={() => setWanted('world')} />
          </Suspense>
        )}
      </ErrorFence>
      <ThemeToggle />
    </>
  )
}
