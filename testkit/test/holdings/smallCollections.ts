import type { Address, Collection } from '@parley/domain'
import { concatHex, padHex, type Hex } from 'viem'
import type { Chain } from '../../src/chain/startChain.ts'
import { demoArtifact } from '../../src/contracts/contractArtifact.ts'
import { deploy } from '../../src/contracts/deploy.ts'
import { transact } from '../../src/contracts/transact.ts'
import { wallets } from '../../src/wallets.ts'

/** A collection of a test, and who holds which of its ids. */
export interface SmallCollection {
  readonly row: Collection
  readonly holders: ReadonlyMap<bigint, Address>
}

/** Ids 3, 10, 17 …: neither dense nor from zero. Every third is Bob's, the others are Alice's. */
export async function deploySmall(
  chain: Chain,
  kind: 'scan' | 'enumerable',
  { tokens, lastId = 10_000 }: { tokens: number; lastId?: number },
) {
  const artifact = await demoArtifact(kind === 'scan' ? 'DemoCollection' : 'DemoEnumerableCollection')
  const { address } = await deploy(chain.client, artifact, [kind, kind, 'http://127.0.0.1:9/', ''])
  const ids = Array.from({ length: tokens }, (_, index) => BigInt(3 + index * 7))
  const holders = new Map(ids.map((id, index) => [id, (index % 3 === 0 ? wallets.bob : wallets.alice).account.address]))
  for (let at = 0; at < ids.length; at += 100) {
    const batch = ids.slice(at, at + 100)
    const args = [batch.map((id) => holders.get(id)), batch]
    await transact(chain.client, {
      from: wallets.deployer,
      to: address,
      abi: artifact.abi,
      functionName: 'mintBatch',
      args,
    })
  }
  const discovery = kind === 'scan' ? ({ kind, lastId } as const) : ({ kind } as const)
  const small: SmallCollection = { row: { key: address, name: kind, address, discovery }, holders }
  return small
}

/** Puts code of our own at an address and calls it a collection. */
export async function placeCode(
  chain: Chain,
  number: number,
  bytecode: Hex,
  discovery: Collection['discovery'],
): Promise<Collection> {
  const address = padHex(`0x${number.toString(16)}`, { size: 20 })
  if (bytecode !== '0x') await chain.client.setCode({ address, bytecode })
  return { key: address, name: address, address, discovery }
}

/** Contracts that are none, in bytes of the machine. */
export const oddCode = {
  nothing: '0x',
  reverts: '0x5f5ffd',
  /** Answers every question with 32 bytes of ones. */
  nonsense: `0x7f${'ff'.repeat(32)}5f5260205ff3`,
  /** Answers every question with one byte. */
  short: '0x60015ff3',
  /** Runs until its gas is gone. */
  endless: '0x5b5f56',
} as const

/** A balance of two for every address; other calls answer as `code`. */
export function withBalance(code: Hex): Hex {
  const other = (code.length - 2) / 2
  const target = padHex(`0x${(14 + other).toString(16)}`, { size: 1 })
  return concatHex(['0x5f3560e01c6370a082311460', target, '0x57', code, '0x5b60025f5260205ff3'])
}
