import { createStore } from 'zustand/vanilla'

/** What the last request told of the wallet itself; forgotten by the next one that goes through. */
export const walletTrouble = createStore<{ readonly problem: 'locked' | 'request-pending' | null }>(() => ({
  problem: null,
}))
