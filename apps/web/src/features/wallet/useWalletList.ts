import { create } from 'zustand'

interface WalletListState {
  readonly open: boolean
  setOpen(open: boolean): void
}

/** Whether the list of wallets is on screen: several places open it. */
export const useWalletList = create<WalletListState>((set) => ({
  open: false,
  setOpen: (open) => set({ open }),
}))
