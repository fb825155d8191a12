import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Formatter } from '../text/format.ts'
import { DemoSheet } from './DemoSheet.tsx'
import type { DemoWalletStore, Question } from './demoWalletState.ts'
import { demoWords } from './demoWords.ts'
import { TransactionFacts } from './TransactionFacts.tsx'

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
