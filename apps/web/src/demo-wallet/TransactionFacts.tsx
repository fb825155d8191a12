import { decodeCall } from '@parley/chain'
import type { ReactNode } from 'react'
import { type Hex, isHex } from 'viem'
import { demoWords } from './demoWords.ts'
import type { Formatter } from '../text/format.ts'

/** The transaction to sign: the call with its arguments, the value and the gas. */
export function TransactionFacts({ parameters, formatter }: { parameters: unknown; formatter: Formatter }): ReactNode {
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
