import { type Address, sameAddress } from '@parley/domain'
import { useStore } from 'zustand'
import { useSession } from '../../services/Session.ts'
import { changeUnwanted, maxEach, unwanted } from './useOfferList.ts'

/** Wallets whose offers this browser hides. */
export const blockedHere = (): readonly Address[] => unwanted.store.getState().creators

/** Hides a wallet's offers in this browser, or shows them again. The server isn't told. */
export function keepBlocked(creator: Address, isBlocked: boolean): void {
  changeUnwanted(({ creators }) => {
    const others = creators.filter((known) => !sameAddress(known, creator))
    return { creators: isBlocked ? [creator, ...others].slice(0, maxEach) : others }
  })
}

interface Blocking {
  readonly isBlocked: boolean
  block(): void
  unblock(): void
}

/**
 * Whether the viewer has blocked a wallet, and how to change that. A block hides all its offers in this browser, at once
 * (decision S9). The server hears of it, too, once the viewer is signed in, and ends the tables with that wallet (decision N7):
 * where there are some, the viewer is asked first.
 */
export function useBlocking(creator: Address): Blocking {
  const session = useSession()
  const { creators } = useStore(unwanted.store)
  const here = { blocked: blockedHere, keep: keepBlocked }
  return {
    isBlocked: creators.some((known) => sameAddress(known, creator)),
    block: () => {
      keepBlocked(creator, true)
      void import('./tellBlock.lazy.ts').then(({ askToBlock }) => askToBlock(session, creator, here))
    },
    unblock: () => {
      keepBlocked(creator, false)
      void import('./tellBlock.lazy.ts').then(({ tellBlock }) => tellBlock(session, creator, blockedHere))
    },
  }
}
