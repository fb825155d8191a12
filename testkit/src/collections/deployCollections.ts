import type { Address, Collection } from '@parley/domain'
import type { Chain } from '../chain/startChain.ts'
import type { CollectionKey } from '../art/drawToken.ts'
import { demoArtifact } from '../contracts/contractArtifact.ts'
import { deploy } from '../contracts/deploy.ts'
import { transact } from '../contracts/transact.ts'
import { wallets } from '../wallets.ts'
import { byKey } from './byKey.ts'
import { collectionRow } from './collectionRow.ts'
import { contentId } from './contentId.ts'
import { demoCollections, type DemoCollection } from './demoCollections.ts'
import { mintPlan, type Mint, type Stock } from './mintPlan.ts'
import { storedTokenUri } from './tokenMetadata.ts'

const burnAddress = '0x000000000000000000000000000000000000dEaD'
const mintsPerTransaction = 120

/** A deployed collection of the local world. */
export interface DeployedCollection {
  readonly row: Collection
  readonly mints: readonly Mint[]
}

export type DeployedCollections = Readonly<Record<CollectionKey, DeployedCollection>>

/**
 * Deploys the eighteen collections and mints the stock's tokens.
 *
 * @param artUrl base URL of metadata and pictures; nothing is fetched from it here.
 */
export async function deployCollections(
  chain: Pick<Chain, 'client'>,
  stock: Stock,
  artUrl = 'http://127.0.0.1:9',
): Promise<DeployedCollections> {
  const deployed: [CollectionKey, DeployedCollection][] = []
  for (const collection of demoCollections)
    deployed.push([collection.key, await deployOne(chain, collection, stock, artUrl)])
  return byKey(deployed)
}

/** URI prefix and suffix of a collection that doesn't draw itself. */
export function uriForm({ key, uri }: DemoCollection, artUrl: string): readonly [prefix: string, suffix: string] {
  if (uri.kind === 'ipfs') return [`ipfs://${contentId(key)}/`, uri.suffix]
  return [`${artUrl}/${key}/`, uri.kind === 'http' ? uri.suffix : '.json']
}

async function deployOne(
  { client }: Pick<Chain, 'client'>,
  collection: DemoCollection,
  stock: Stock,
  artUrl: string,
): Promise<DeployedCollection> {
  const artifact = await demoArtifact(collection.contract)
  const row = collectionRow(collection.key)
  const form = collection.uri.kind === 'drawn' ? [] : uriForm(collection, artUrl)
  const { address } = await deploy(client, artifact, [row.name, collection.symbol, ...form])
  const mints = mintPlan(collection, stock)
  for (let start = 0; start < mints.length; start += mintsPerTransaction) {
    const batch = mints.slice(start, start + mintsPerTransaction)
    const owners = batch.map(({ holder }) => holderAddress(holder))
    const args = [owners, batch.map(({ tokenId }) => BigInt(tokenId))]
    await transact(client, { from: wallets.deployer, to: address, abi: artifact.abi, functionName: 'mintBatch', args })
  }
  if (collection.uri.kind === 'mixed') {
    for (const { tokenId } of mints.filter((_, index) => isStored(collection, index))) {
      const args = [BigInt(tokenId), storedTokenUri(collection, tokenId, collection.uri.encoding)]
      await transact(client, {
        from: wallets.deployer,
        to: address,
        abi: artifact.abi,
        functionName: 'storeTokenUri',
        args,
      })
    }
  }
  const pictureTokenId = mints.find(({ holder }) => holder === 'crowd')?.tokenId
  return { row: { ...row, address, pictureTokenId }, mints }
}

function isStored({ uri }: DemoCollection, index: number): boolean {
  return uri.kind === 'mixed' && index % uri.storedEvery === 0
}

function holderAddress(holder: Mint['holder']): Address {
  return holder === 'burn' ? burnAddress : wallets[holder].account.address
}
