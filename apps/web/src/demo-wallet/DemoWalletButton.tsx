import { useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { DemoSheet, QuestionSheet } from './QuestionSheet.tsx'
import type { ClaimedNetwork, DemoWalletStore, Manner } from './demoWalletState.ts'
import { demoWords } from './demoWords.ts'
import type { PageDeployment } from '@parley/protocol'
import { createRoot } from 'react-dom/client'
import { createFormatter } from '../text/format.ts'
import './demo-wallet.css'

/** Opens the wallet: who it is, and how it behaves. */
export function DemoWalletButton({ store }: { store: DemoWalletStore }): ReactNode {
  const [open, setOpen] = useState(false)
  const { person } = useStore(store)
  return (
    <>
      <button type="button" className="demo-wallet-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span aria-hidden="true">{person?.name.slice(0, 1) ?? '?'}</span>
        <span className="demo-wallet-name">{demoWords.open(person?.name ?? demoWords.nobody)}</span>
      </button>
      {open ? (
        <DemoSheet title={demoWords.title} onCancel={() => setOpen(false)}>
          <WalletSettings store={store} />
          <div className="demo-wallet-answers">
            <button type="button" className="demo-wallet-yes" onClick={() => setOpen(false)}>
              {demoWords.done}
            </button>
          </div>
        </DemoSheet>
      ) : null}
    </>
  )
}

function WalletSettings({ store }: { store: DemoWalletStore }): ReactNode {
  const { people, person, locked, manner, network } = useStore(store)
  return (
    <>
      <Choice
        legend={demoWords.who}
        value={person?.address ?? null}
        choices={people.map(({ name, address }) => [address, name])}
        onChoose={(address) =>
          store.setState({ person: people.find((candidate) => candidate.address === address) ?? null })
        }
      />
      <Choice<Manner>
        legend={demoWords.manner}
        value={manner}
        choices={demoWords.manners}
        onChoose={(chosen) => store.setState({ manner: chosen })}
      />
      <Choice<ClaimedNetwork>
        legend={demoWords.network}
        value={network}
        choices={demoWords.networks}
        onChoose={(chosen) => store.setState({ network: chosen })}
      />
      <label className="demo-wallet-choice">
        <input
          type="checkbox"
          checked={locked}
          onChange={(event) => store.setState({ locked: event.target.checked })}
        />
        {demoWords.locked}
      </label>
    </>
  )
}

interface ChoiceProps<T extends string> {
  readonly legend: string
  readonly value: T | null
  readonly choices: readonly (readonly [T, string])[]
  readonly onChoose: (value: T) => void
}

function Choice<T extends string>({ legend, value, choices, onChoose }: ChoiceProps<T>): ReactNode {
  return (
    <fieldset className="demo-wallet-set">
      <legend>{legend}</legend>
      {choices.map(([choice, label]) => (
        <label key={choice} className="demo-wallet-choice">
          <input type="radio" name={legend} checked={choice === value} onChange={() => onChoose(choice)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

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
