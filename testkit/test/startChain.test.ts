import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { localChainId, multicall3Address } from '../src/chain/localChain.ts'
import { PortInUseError } from '../src/chain/PortInUseError.ts'
import { startChain, type Chain, type ChainOptions } from '../src/chain/startChain.ts'
import { wallets } from '../src/wallets.ts'

const running: Chain[] = []
async function given(options?: ChainOptions): Promise<Chain> {
  const chain = await startChain(options)
  running.push(chain)
  return chain
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((chain) => chain.stop()))
})

const multicall3Abi = [
  {
    type: 'function',
    name: 'getEthBalance',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ type: 'uint256' }],
  },
  { type: 'function', name: 'fails', stateMutability: 'view', inputs: [], outputs: [] },
] as const

describe('given a local chain', () => {
  it('has the id of Avalanche C-Chain and Multicall3 where that has it, which lets one call of many fail', async () => {
    const { client } = await given()
    expect(await client.getChainId()).toBe(localChainId)
    const call = { address: multicall3Address, abi: multicall3Abi } as const
    const [balance, failure] = await client.multicall({
      contracts: [
        { ...call, functionName: 'getEthBalance', args: [wallets.alice.account.address] },
        { ...call, functionName: 'fails' },
      ],
    })
    expect(balance.result).toBeGreaterThan(0n)
    expect(failure.status).toBe('failure')
  })

  it('says which port is in use', async () => {
    const { port } = await given()
    await expect(startChain({ port })).rejects.toEqual(new PortInUseError(port))
  })

  describe('when it is stopped and started from its state', () => {
    it('still knows balances, receipts and block hashes', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'parley-chain-'))
      const stateFile = join(folder, 'chain.json')
      const first = await startChain({ stateFile })
      const { alice, bob } = wallets
      const hash = await first.client.sendTransaction({
        account: alice.account,
        to: bob.account.address,
        value: 5n,
        chain: first.client.chain,
      })
      const { blockHash } = await first.client.waitForTransactionReceipt({ hash })
      await first.stop()
      const second = await startChain({ stateFile })
      expect((await second.client.getTransactionReceipt({ hash })).blockHash).toBe(blockHash)
      expect(await second.client.getBalance({ address: bob.account.address })).toBe(10_000n * 10n ** 18n + 5n)
      await second.stop()
      await rm(folder, { recursive: true })
    })
  })

  describe('when it is started again and again with the time of its first block', () => {
    it('keeps that block, by which an index knows the chain', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'parley-genesis-'))
      const options = { stateFile: join(folder, 'chain.json'), genesisTimeS: 1_790_000_000 }
      const blocks: string[] = []
      for (let start = 0; start < 4; start += 1) {
        const chain = await startChain(options)
        const { hash, timestamp } = await chain.client.getBlock({ blockNumber: 0n })
        blocks.push(`${hash} ${timestamp}`)
        await chain.client.mine({ blocks: 1 })
        await chain.stop()
      }
      expect(new Set(blocks).size).toBe(1)
      expect(blocks[0]).toMatch(/ 1790000000$/)
      await rm(folder, { recursive: true })
    })
  })

  describe('when blocks are mined at an interval', () => {
    it('runs with the time of the world, however far in the past its history began', async () => {
      const startedS = Math.floor(Date.now() / 1000)
      const nineDaysAgoS = startedS - 9 * 86_400
      const { client } = await given({ genesisTimeS: nineDaysAgoS })
      await client.mine({ blocks: 1 })
      const passedS = Number((await client.getBlock()).timestamp) - nineDaysAgoS
      expect(passedS).toBeGreaterThanOrEqual(0)
      expect(passedS).toBeLessThanOrEqual(Date.now() / 1000 - startedS + 1)
    })
  })
})
