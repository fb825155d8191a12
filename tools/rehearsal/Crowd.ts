import type { Address, Nft } from '@parley/domain'
import { transact, wallets, type WorldParts } from '@parley/testkit'
import { signInFields } from '@parley/protocol'
import { erc721Abi, keccak256, parseAbi, parseEther, toHex } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { until } from './Program.ts'
import { type Site, Visitor } from './Visitor.ts'

/** A person with a wallet, one NFT, and an approval for the escrow. */
export interface Person {
  readonly account: PrivateKeyAccount
  readonly address: Address
  readonly nft: Nft
}

const mintAbi = parseAbi(['function mintBatch(address[] owners, uint256[] tokenIds)'])
const mintsAtOnce = 120
/** Between those of the world, and the last that has a picture. */
const firstTokenId = 10_000
const firstSpareId = 50_000

/** Makes people, each with coins and an NFT. anvil signs for them. */
export async function makePeople({ chain, collections, escrow }: WorldParts, count: number): Promise<Person[]> {
  const [collection] = collections.rows
  if (!collection) throw new RangeError('the world has collections')
  const people = Array.from({ length: count }, (_, index): Person => {
    const account = privateKeyToAccount(keccak256(toHex(`rehearsal ${index}`)))
    const tokenId = BigInt(firstTokenId + index)
    return { account, address: account.address, nft: { contract: collection.address, tokenId } }
  })
  for (let at = 0; at < people.length; at += mintsAtOnce) {
    const some = people.slice(at, at + mintsAtOnce)
    const args = [some.map(({ address }) => address), some.map(({ nft }) => nft.tokenId)]
    const mint = { from: wallets.deployer, to: collection.address, abi: mintAbi, functionName: 'mintBatch', args }
    await transact(chain.client, mint, chain.blocks)
    await Promise.all(
      some.map(async ({ address }) => {
        await chain.client.setBalance({ address, value: parseEther('1000') })
        await chain.client.impersonateAccount({ address })
      }),
    )
    const approval = { to: collection.address, abi: erc721Abi, functionName: 'setApprovalForAll', args: [escrow, true] }
    await Promise.all(
      some.map((person) => transact(chain.client, { from: { account: person }, ...approval }, chain.blocks)),
    )
  }
  return people
}

/** Mints NFTs with a picture at the collections' host, which belong to none of these people. */
export async function mintSpares({ chain, collections }: WorldParts, ids: readonly number[]): Promise<Nft[]> {
  const contract = collections.addressOf('dokyo')
  for (let at = 0; at < ids.length; at += mintsAtOnce) {
    const some = ids.slice(at, at + mintsAtOnce)
    const args = [some.map(() => wallets.deployer.account.address), some.map((id) => BigInt(firstSpareId + id))]
    const mint = { from: wallets.deployer, to: contract, abi: mintAbi, functionName: 'mintBatch', args }
    await transact(chain.client, mint, chain.blocks)
  }
  return ids.map((id) => ({ contract, tokenId: BigInt(firstSpareId + id) }))
}

/** Signs in, as often as it takes. */
export async function signIn(site: Site, kind: string, number: number, { account }: Person): Promise<Visitor> {
  const visitor = new Visitor(site, kind, number)
  await until(`${account.address} is signed in`, async () => {
    const { nonce, now } = await visitor.client.request('signInNonce', { body: { address: account.address } })
    const fields = signInFields({ address: account.address, origin: site.origin, chainId: 43114, nonce, nowS: now })
    const message = createSiweMessage(fields)
    await visitor.client.request('signIn', { body: { message, signature: await account.signMessage({ message }) } })
    return true
  })
  return visitor
}

/** Waits, until the time is over or the crowd is to stop. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
