import type { PageDeployment } from '@parley/protocol'
import { createRoot } from 'react-dom/client'
import { createFormatter } from '../text/format.ts'
import './demo-wallet.css'
import { DemoWalletButton } from './DemoWalletButton.tsx'
import type { DemoWalletStore } from './demoWalletState.ts'
import { QuestionSheet } from './QuestionSheet.tsx'

/** The wallet has a place of its own beside the page, as a browser's extension would. */
export function mountDemoWallet(store: DemoWalletStore, config: PageDeployment): void {
  const formatter = createFormatter(config.collections, config.nativeCurrency.symbol)
  createRoot(addHost()).render(<DemoWalletButton store={store} />)

  // Each sheet gets a new container: the page's dialogs hide earlier elements from assistive technology.
  let close: (() => void) | null = null
  store.subscribe(({ question }) => {
    close?.()
    close = null
    if (!question) return
    const host = addHost()
    const root = createRoot(host)
    root.render(<QuestionSheet store={store} question={question} formatter={formatter} />)
    close = () => {
      root.unmount()
      host.remove()
    }
  })
}

function addHost(): HTMLElement {
  const host = document.createElement('div')
  host.className = 'demo-wallet'
  document.body.append(host)
  return host
}
