import type { ReactNode } from 'react'
import type { Speaker } from '../messages/Speaker.ts'
import { demoWords } from './demoWords.ts'
import { readTransaction } from './readTransaction.ts'

/** The transaction to sign: the call with its arguments, the value and the gas. */
export function TransactionFacts({ parameters, speaker }: { parameters: unknown; speaker: Speaker }): ReactNode {
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
      <Fact name={demoWords.value}>{speaker.coin(valueWei)}</Fact>
      <Fact name={demoWords.gas}>{demoWords.gasText(gas, speaker.coin(gasCostWei))}</Fact>
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
