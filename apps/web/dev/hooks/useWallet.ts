import { useState } from 'react'
import type { Wallet } from '../../src/features/wallet/useWallet.ts'
import { alice } from '../sample.ts'
import { scenario } from '../scenario.ts'

let connected = !scenario.has('disconnected') && !scenario.has('connecting')

export function useWallet(): Wallet {
  const [, again] = useState(0)
  return {
    status: scenario.has('connecting') ? 'connecting' : connected ? 'connected' : 'disconnected',
    settled: true,
    address: connected ? alice : null,
    name: 'Parley demo wallet',
    balanceWei: 12_410_000_000_000_000_000n,
    chainId: 43114,
    wallets: scenario.has('no-wallets')
      ? []
      : [
          { id: 'a', name: 'MetaMask', iconUrl: null },
          { id: 'b', name: 'Core', iconUrl: null },
          { id: 'c', name: 'Parley demo wallet', iconUrl: null },
        ],
    problem: scenario.has('wrong-chain')
      ? 'wrong-chain'
      : scenario.has('other-network')
        ? 'other-network'
        : scenario.has('locked')
          ? 'locked'
          : null,
    connect: async () => {
      connected = true
      again((count) => count + 1)
      return true
    },
    disconnect: async () => {
      connected = false
      again((count) => count + 1)
    },
    switchChain: async () => false,
  }
}
