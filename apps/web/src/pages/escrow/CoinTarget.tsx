import { type Address, sameAddress } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { addressIn, readRecipient } from '../../services/drafts.ts'
import { people } from '../../services/people.tsx'
import { useSession } from '../../services/Session.ts'
import { useIsComparable } from '../../services/useIsComparable.ts'
import { escrowText as words } from '../../text/escrow.lazy.ts'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { TextField } from '../../ui/TextField.tsx'

const LookAlikeStop = lazyOnIdle(async () => ({
  default: (await import('../../features/contacts/contactParts.lazy.ts')).LookAlikeStop,
}))

/** Where owed coins go. */
export interface CoinTarget {
  readonly text: string
  /** Null while the text can't be used. */
  readonly address: Address | null
  /** 'stopped': a look-alike that has to be compared first. */
  readonly problem: 'malformed' | 'nobody' | 'stopped' | null
  readonly onType: (text: string) => void
}

/** The address for owed coins as it is typed, checked as recipients are (decision I5). It starts as the account's own. */
export function useCoinTarget(account: Address): CoinTarget {
  const { config } = useSession()
  const [text, onType] = useState<string>(account)
  const held = useStore(people).holds(text)
  const isComparable = useIsComparable(account)
  const reading = readRecipient(text, null, config)
  const target = { text, onType, address: null, problem: null }
  if ('problem' in reading) {
    const isNobody = ['zero', 'escrow', 'collection'].includes(reading.problem)
    return { ...target, problem: isNobody ? 'nobody' : 'malformed' }
  }
  const { address } = reading
  if (sameAddress(address, account)) return { ...target, address }
  if (held === 'stopped') return { ...target, problem: held }
  if (held === 'invalid') return { ...target, problem: 'nobody' }
  return isComparable ? { ...target, address } : target
}

/** The field for it, with what is wrong, or both addresses to compare. */
export function CoinTargetField({ target: { text, problem, onType } }: { readonly target: CoinTarget }): ReactNode {
  const typed = addressIn(text)
  return (
    <>
      <TextField
        className="escrow-to num"
        label={words.to}
        value={text}
        invalid={problem !== null}
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
      />
      {problem === 'stopped' && typed ? <LookAlikeStop address={typed} onKnown={onType} /> : null}
      {problem === null || problem === 'stopped' ? null : (
        <p className="escrow-problem" role="alert">
          {words.toProblems[problem]}
        </p>
      )}
    </>
  )
}
