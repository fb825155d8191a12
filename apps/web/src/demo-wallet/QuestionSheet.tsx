import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useStore } from 'zustand'
import type { Formatter } from '../text/format.ts'
import type { DemoWalletStore, Question } from './demoWalletState.ts'
import { demoWords } from './demoWords.ts'
import { decodeCall } from '@parley/chain'
import { type Hex, hexToString, isHex } from 'viem'

interface QuestionSheetProps {
  readonly store: DemoWalletStore
  readonly question: Question
  readonly formatter: Formatter
}

/** What the page asks for, and yes or no. */
export function QuestionSheet({ store, question, formatter }: QuestionSheetProps): ReactNode {
  const words = demoWords.questions[question.kind]
  const { person, people } = useStore(store)
  return (
    <DemoSheet title={words.title} onCancel={() => question.answer(false)}>
      {question.kind === 'connect' ? (
        <fieldset className="demo-wallet-set">
          <legend>{demoWords.who}</legend>
          {people.map((candidate) => (
            <label key={candidate.address} className="demo-wallet-choice">
              <input
                type="radio"
                name="person"
                checked={candidate === person}
                onChange={() => store.setState({ person: candidate })}
              />
              {candidate.name} <small>{formatter.short(candidate.address)}</small>
            </label>
          ))}
        </fieldset>
      ) : (
        <p>{demoWords.as(person?.name ?? demoWords.nobody)}</p>
      )}
      {question.kind === 'transaction' ? (
        <TransactionFacts parameters={question.parameters} formatter={formatter} />
      ) : null}
      {question.kind === 'text' ? <pre className="demo-wallet-text">{readText(question.parameters)}</pre> : null}
      <div className="demo-wallet-answers">
        <button type="button" onClick={() => question.answer(false)}>
          {demoWords.reject}
        </button>
        <button type="button" className="demo-wallet-yes" onClick={() => question.answer(true)}>
          {words.yes}
        </button>
      </div>
    </DemoSheet>
  )
}

/** The transaction to sign: the call with its arguments, the value and the gas. */
function TransactionFacts({ parameters, formatter }: { parameters: unknown; formatter: Formatter }): ReactNode {
  const { to, functionName, args, valueWei, gas, gasCostWei } = readTransaction(parameters)
  return (
    <dl className="demo-wallet-facts">
      <Fact name={demoWords.call}>{functionName ?? demoWords.unknownCall}</Fact>
      <Fact name={demoWords.contract}>{to}</Fact>
      {args.map(({ name, text }) => (
        <Fact key={name} name={name}>
          {text}
        </Fact>
      ))}
      <Fact name={demoWords.value}>{formatter.coin(valueWei)}</Fact>
      <Fact name={demoWords.gas}>{demoWords.gasText(gas, formatter.coin(gasCostWei))}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** What personal_sign is asked to sign. */
function readText(parameters: unknown): string {
  const [first]: unknown[] = Array.isArray(parameters) ? parameters : []
  return isHex(first) ? hexToString(first) : ''
}

interface ReadTransaction {
  readonly to: string
  readonly functionName: string | null
  readonly args: readonly { readonly name: string; readonly text: string }[]
  readonly valueWei: bigint
  readonly gas: bigint
  /** The most that the gas can cost. */
  readonly gasCostWei: bigint
}

/** Reads the parameters of eth_sendTransaction for a person. */
function readTransaction(parameters: unknown): ReadTransaction {
  const [first]: unknown[] = Array.isArray(parameters) ? parameters : []
  const fields = new Map(Object.entries(typeof first === 'object' && first !== null ? first : {}))
  const hex = (key: string): Hex => {
    const value = fields.get(key)
    return isHex(value) ? value : '0x'
  }
  const amount = (key: string) => (hex(key) === '0x' ? 0n : BigInt(hex(key)))
  const call = decodeCall(hex('data'))
  return {
    to: hex('to'),
    functionName: call?.functionName ?? null,
    args: call?.args.map(({ name, value }) => ({ name, text: textOf(value) })) ?? [],
    valueWei: amount('value'),
    gas: amount('gas'),
    gasCostWei: amount('gas') * amount('maxFeePerGas'),
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${textOf(field)}`)
  return fields.join('; ')
}

interface DemoSheetProps {
  readonly title: string
  /** Escape, or the browser's own way of leaving a dialog. */
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** A sheet over everything. The browser's own modal dialog keeps the focus in and the page behind it out of reach. */
export function DemoSheet({ title, onCancel, children }: DemoSheetProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="demo-wallet-sheet"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <p className="demo-wallet-kicker">{demoWords.kicker}</p>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
