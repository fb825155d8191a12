import type { WalletProvider } from '@parley/chain'
import { avalanche } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { switchChain } from '../../src/actions/switchChain.ts'

interface Behaviour {
  /** The wallet's error for an unknown chain. */
  readonly unknown: object
  /** Whether adding a chain also switches to it, as in some wallets. */
  readonly addingSwitches: boolean
  readonly refusesToSwitch?: boolean
}

/** A wallet on Ethereum that doesn't know Avalanche. */
function walletLike({ unknown, addingSwitches, refusesToSwitch = false }: Behaviour) {
  const asked: string[] = []
  let standsOn = '0x1'
  let known = false
  const provider: WalletProvider = {
    request: async ({ method }) => {
      asked.push(method)
      if (method === 'wallet_addEthereumChain') {
        known = true
        if (addingSwitches) standsOn = '0xa86a'
      }
      if (method === 'wallet_switchEthereumChain') {
        if (!known) throw unknown
        if (!refusesToSwitch) standsOn = '0xa86a'
      }
      return method === 'eth_chainId' ? standsOn : null
    },
  }
  return { provider, asked }
}

const added = ['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'wallet_switchEthereumChain', 'eth_chainId']

describe('given a wallet that does not know the chain', () => {
  it.each([
    ['4902', { code: 4902, message: 'Unrecognized chain ID' }],
    ['4902 inside -32603', { code: -32603, message: 'Internal', data: { originalError: { code: 4902 } } }],
    ['a bare -32603', { code: -32603, message: 'Internal JSON-RPC error.' }],
  ])('adds it on %s, switches again and reads the chain back', async (_, unknown) => {
    const { provider, asked } = walletLike({ unknown, addingSwitches: false })
    expect(await switchChain(provider, avalanche)).toBe(true)
    expect(asked).toEqual(added)
  })

  it('is not believed when it says yes and stays where it was', async () => {
    const { provider } = walletLike({ unknown: { code: 4902 }, addingSwitches: false, refusesToSwitch: true })
    expect(await switchChain(provider, avalanche)).toBe(false)
  })

  it('passes a plain no on, and adds nothing', async () => {
    const { provider, asked } = walletLike({ unknown: { code: 4001, message: 'no' }, addingSwitches: false })
    await expect(switchChain(provider, avalanche)).rejects.toMatchObject({ code: 4001 })
    expect(asked).toEqual(['wallet_switchEthereumChain'])
  })

  it('passes on that a request is open already', async () => {
    const { provider } = walletLike({ unknown: { code: -32002, message: 'pending' }, addingSwitches: false })
    await expect(switchChain(provider, avalanche)).rejects.toMatchObject({ code: -32002 })
  })
})
