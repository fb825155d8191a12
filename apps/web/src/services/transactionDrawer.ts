import { createStore } from 'zustand/vanilla'

/** Whether the list of transactions is on screen: several places open it. */
export const transactionDrawer = createStore<{ readonly open: boolean }>(() => ({ open: false }))
