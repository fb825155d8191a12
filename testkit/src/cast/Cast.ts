import { swapEscrowAbi } from '@parley/chain'
import type { Address, Nft, OfferId } from '@parley/domain'
import { erc721Abi, parseAbi, parseEther, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { CollectionKey } from '../art/drawToken.ts'
import { demoCollections } from '../collections/demoCollections.ts'
import { mintPlan } from '../collections/mintPlan.ts'
import { takeOut } from '../collections/takeOut.ts'
import { transact, type Sender } from '../contracts/transact.ts'
import { createOffer, type NewOffer } from '../story/createOffer.ts'
import type { Signer } from '../signIn.ts'
import { signers } from './signers.ts'
import type { World } from '../world/startWorld.ts'

/** An NFT with its collection's name, as a screen shows it. */
export interface GivenNft extends Nft {
  readonly collectionName: string
}

export interface Member extends Sender, Signer {
  readonly address: Address
  /** What this member was given, in the order asked for. */
  readonly nfts: readonly GivenNft[]
}

const tokenAbi = [...erc721Abi, ...parseAbi(['function mintBatch(address[] owners, uint256[] tokenIds)'])]

/** The crowd's tokens by collection. Collections with few get most of theirs minted on demand. */
const crowdsIds = new Map(
  demoCollections.map((collection) => [
    collection.key,
    mintPlan(collection).flatMap(({ holder, tokenId }) => (holder === 'crowd' ? [BigInt(tokenId)] : [])),
  ]),
)

/** How many tokens each world has given away, by collection. */
const given = new WeakMap<World, Map<CollectionKey, number>>()

/** The people of one test: unused accounts, with NFTs taken from the crowd or minted for them. */
export class Cast {
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** A new account with coins and one NFT of each collection named; repeat a name for a second one. */
  async member(...keys: CollectionKey[]): Promise<Member> {
    const { client } = this.world.chain
    const { address, signMessage } = privateKeyToAccount(toHex(crypto.getRandomValues(new Uint8Array(32))))
    signers.set(address, (raw) => signMessage({ message: { raw } }))
    await client.setBalance({ address, value: parseEther('10') })
    await client.impersonateAccount({ address })
    const nfts: GivenNft[] = []
    for (const key of keys) nfts.push(await this.give(address, key))
    return { address, account: { address }, nfts, signMessage }
  }

  /** Approves the escrow for these NFTs' collections. */
  async approve(owner: Sender, ...nfts: Nft[]): Promise<void> {
    for (const contract of new Set(nfts.map((nft) => nft.contract))) {
      await this.send(owner, contract, 'setApprovalForAll', [this.world.escrow, true])
    }
  }

  /** Approves the escrow for this NFT only, not for its collection. */
  async approveOne(owner: Sender, { contract, tokenId }: Nft): Promise<void> {
    await this.send(owner, contract, 'approve', [this.world.escrow, tokenId])
  }

  /** Creates an offer without the page, as a script would. The approvals must exist already. */
  offer(from: Sender, offered: readonly Nft[], requested: readonly Nft[], durationS = 3600): Promise<OfferId> {
    return createOffer(this.world, { from, offered, requested, durationS })
  }

  /** An open offer of one NFT for another, and whose they are. */
  async offerBetweenTwo(): Promise<{ readonly alice: Member; readonly bob: Member; readonly offerId: OfferId }> {
    const [alice, bob] = [await this.member('dokyo'), await this.member('hoppers')]
    await this.approve(alice, ...alice.nfts)
    return { alice, bob, offerId: await this.offer(alice, alice.nfts, bob.nfts) }
  }

  /** The same with coins; `to` is the recipient. */
  offerWithCoins(
    from: Sender,
    to: Address,
    deal: Pick<NewOffer, 'offered' | 'requested' | 'coins'>,
    durationS = 3600,
  ): Promise<OfferId> {
    return createOffer(this.world, { from, recipient: to, durationS, ...deal })
  }

  /** Calls the escrow directly, bypassing the page and its checks. */
  async callEscrow(from: Sender, functionName: string, args: readonly unknown[] = [], valueWei = 0n): Promise<void> {
    const { chain, escrow } = this.world
    await transact(chain.client, { from, to: escrow, abi: swapEscrowAbi, functionName, args, valueWei }, chain.blocks)
  }

  async transfer(from: Member, to: Address, nft: Nft): Promise<void> {
    await this.send(from, nft.contract, 'transferFrom', [from.address, to, nft.tokenId])
  }

  /** Makes the collection take its NFT out of the escrow, as an upgradable one could. Settles no offer. */
  async takeOut(nft: Nft, to: Address): Promise<void> {
    await takeOut(this.world.chain, { escrow: this.world.escrow, nft, to })
  }

  /** The NFT's owner on chain. */
  ownerOf(nft: Nft): Promise<Address> {
    return this.world.chain.client.readContract({
      address: nft.contract,
      abi: erc721Abi,
      functionName: 'ownerOf',
      args: [nft.tokenId],
    })
  }

  private async give(to: Address, key: CollectionKey): Promise<GivenNft> {
    const counts = given.get(this.world) ?? new Map<CollectionKey, number>()
    given.set(this.world, counts)
    const index = counts.get(key) ?? 0
    counts.set(key, index + 1)
    const { collections } = this.world
    const tokenId = crowdsIds.get(key)?.[index]
    if (tokenId === undefined) throw new RangeError(`the crowd has no ${key} left to give`)
    const nft = { contract: collections.addressOf(key), tokenId }
    const { crowd, deployer } = this.world.wallets
    if (collections.startingNfts('crowd', key).some((one) => one.tokenId === tokenId))
      await this.send(crowd, nft.contract, 'transferFrom', [crowd.account.address, to, tokenId])
    else await this.send(deployer, nft.contract, 'mintBatch', [[to], [tokenId]])
    return { ...nft, collectionName: collections.rows.find((row) => row.key === key)?.name ?? key }
  }

  private async send(from: Sender, to: Address, functionName: string, args: readonly unknown[]): Promise<void> {
    const { client, blocks } = this.world.chain
    await transact(client, { from, to, abi: tokenAbi, functionName, args }, blocks)
  }
}
