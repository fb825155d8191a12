import type { Address } from '@parley/domain'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { type Messages } from '../../text/catalogue.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { type DraftStore, restText, readRecipient, type RecipientProblem } from '../../services/drafts.ts'
import { queryKeys } from '../../services/queries.ts'
import { useAccount } from '../../services/useConnection.ts'
import { getCode } from 'viem/actions'

export interface DraftRecipient {
  readonly text: string
  /** `typing` until the input has been unchanged for 500 ms. */
  readonly state: 'empty' | 'typing' | 'invalid' | 'valid'
  /** Set if valid. */
  readonly address: Address | null
  readonly problem: Exclude<RecipientProblem, 'empty'> | null
  /** The problem, shown as a second line under 'INVALID ETH ADDRESS' (decision S3). */
  readonly problemText: string | null
  /** The address is a contract wallet: shows a warning, never refused (decision K10). */
  readonly isContract: boolean
  setText(text: string): void
}

/** Debounce before looking up the address. */
const recipientDebounceMs = 500

export function useRecipient(store: DraftStore): DraftRecipient {
  const { config, chain } = useSession()
  const { messages } = usePortal()
  const viewer = useAccount()
  const text = useStore(store, (state) => state.recipientText)
  const rested = useStore(store, (state) => state.restedText)
  useEffect(() => {
    if (text === rested) return
    const timer = setTimeout(() => restText(store), recipientDebounceMs)
    return () => clearTimeout(timer)
  }, [store, text, rested])

  const reading = readRecipient(rested, viewer, config)
  const address = 'address' in reading ? reading.address : null
  const problem = 'problem' in reading && reading.problem !== 'empty' ? reading.problem : null
  const { data: isContract = false } = useQuery({
    queryKey: queryKeys.code(address ?? '0x'),
    queryFn: address ? async () => ((await getCode(chain, { address })) ?? '0x') !== '0x' : skipToken,
  })
  return {
    text,
    state: text.trim() === '' ? 'empty' : text !== rested ? 'typing' : address ? 'valid' : 'invalid',
    address,
    problem,
    problemText: problem ? recipientHint(problem, rested, messages) : null,
    isContract,
    setText: (recipientText) => store.setState({ recipientText }),
  }
}

const hints = {
  characters: 'addressCharacters',
  checksum: 'addressChecksum',
  zero: 'addressZero',
  own: 'addressOwn',
  escrow: 'addressEscrow',
  collection: 'addressCollection',
} as const

/** The second line under 'INVALID ETH ADDRESS' (decision S3). */
function recipientHint(problem: Exclude<RecipientProblem, 'empty'>, text: string, messages: Messages): string {
  if (problem === 'length') return messages.addressLength({ length: text.trim().length })
  return messages[hints[problem]]
}
