import { type Address, sameAddress } from '@parley/domain'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { ContractNotice, LookAlikeStop } from '../../features/contacts/contactParts.lazy.ts'
import { useCounterparties } from '../../features/contacts/useCounterparties.ts'
import { addressIn, readRecipient } from '../../services/drafts.ts'
import { people } from '../../services/people.tsx'
import { useSession } from '../../services/Session.ts'
import { escrowText as words } from '../../text/escrow.lazy.ts'
import { TextField } from '../../ui/TextField.tsx'

/** Where owed coins go. */
export interface CoinTarget {
  readonly text: string
  /** Null while the text can't be used. */
  readonly address: Address | null
}

interface CoinTargetFieldProps {
  readonly account: Address
  readonly target: CoinTarget
  readonly onTarget: (target: CoinTarget) => void
}

/** The field for the address of owed coins, with what is wrong, or both addresses to compare. */
export default function CoinTargetField({ account, target, onTarget }: CoinTargetFieldProps): ReactNode {
  const { text } = target
  const { address, problem } = useReading(account, text)
  const typed = addressIn(text)
  const onType = (typing: string): void => onTarget({ text: typing, address: null })
  const isNews = address !== target.address
  useEffect(() => {
    if (isNews) onTarget({ text, address })
  }, [isNews, text, address, onTarget])
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
      {address && !sameAddress(address, account) ? <ContractNotice address={address} /> : null}
      {problem === null || problem === 'stopped' ? null : (
        <p className="escrow-problem" role="alert">
          {words.toProblems[problem]}
        </p>
      )}
    </>
  )
}

interface Reading {
  readonly address: Address | null
  /** 'stopped': a look-alike that has to be compared first. */
  readonly problem: 'malformed' | 'nobody' | 'stopped' | null
}

/** Applies the rules for recipients to the typed text (decision I5). */
function useReading(account: Address, text: string): Reading {
  const { config } = useSession()
  const held = useStore(people).holds(text)
  const isComparable = useCounterparties() !== 'reading'
  const reading = readRecipient(text, null, config)
  if ('problem' in reading) {
    const isNobody = ['zero', 'escrow', 'collection'].includes(reading.problem)
    return { address: null, problem: isNobody ? 'nobody' : 'malformed' }
  }
  const { address } = reading
  if (sameAddress(address, account)) return { address: account, problem: null }
  if (held === 'stopped') return { address: null, problem: held }
  if (held === 'invalid') return { address: null, problem: 'nobody' }
  return { address: isComparable ? address : null, problem: null }
}
