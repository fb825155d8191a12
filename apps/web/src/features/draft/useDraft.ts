import { defaultDurationMinutes, type Address, type AddressProblem, type DurationMinutes } from '@parley/domain'
import type { Said } from '../../messages/Said.ts'
import type { HeldNft } from '../../session/HeldNft.ts'

/** What is wrong with the friend's address, beyond being no address. */
export type RecipientProblem = AddressProblem | 'own' | 'escrow' | 'collection'

export interface DraftRecipient {
  readonly text: string
  /** `typing` until the text has rested for 500 ms. */
  readonly state: 'empty' | 'typing' | 'invalid' | 'valid'
  /** Set when valid. */
  readonly address: Address | null
  readonly problem: RecipientProblem | null
  /** Second line under 'INVALID ETH ADDRESS' (decision S3): what is wrong, in words. */
  readonly problemText: string | null
  /** The address has code: a contract wallet. Shown as a warning, never refused (decision K10). */
  readonly isContract: boolean
  setText(text: string): void
}

export interface DraftSide {
  readonly nfts: readonly HeldNft[]
  has(nft: Pick<HeldNft, 'contract' | 'tokenId'>): boolean
  /** Adds or removes. The 21st raises the alert and is not added. */
  toggle(nft: HeldNft): void
  remove(nft: Pick<HeldNft, 'contract' | 'tokenId'>): void
  clear(): void
}

export interface Draft {
  readonly own: DraftSide
  readonly friend: DraftSide
  readonly recipient: DraftRecipient
  readonly minutes: DurationMinutes
  setMinutes(minutes: DurationMinutes): void
  /** Whether CREATE is enabled: something on both sides and a valid address (decision S2 keeps it clickable all the same). */
  readonly ready: boolean
  /** Runs the create checks that need no chain, in their order. The first that fails, or null. */
  check(): Said | null
  /** Empties both sides; keeps the friend. */
  clear(): void
}

/** The offer being put together in this portal. The main page and the create page share it. */
export function useDraft(): Draft {
  const side: DraftSide = {
    nfts: [],
    has: () => false,
    toggle: () => undefined,
    remove: () => undefined,
    clear: () => undefined,
  }
  return {
    own: side,
    friend: side,
    recipient: {
      text: '',
      state: 'empty',
      address: null,
      problem: null,
      problemText: null,
      isContract: false,
      setText: () => undefined,
    },
    minutes: defaultDurationMinutes,
    setMinutes: () => undefined,
    ready: false,
    check: () => null,
    clear: () => undefined,
  }
}
