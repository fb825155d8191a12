import type { Chain } from '../chain/startChain.ts'
import type { CollectionBook } from '../collections/collectionBook.ts'
import { demoCollections } from '../collections/demoCollections.ts'
import { uriForm } from '../collections/deployCollections.ts'
import { demoArtifact } from '../contracts/contractArtifact.ts'
import { transact } from '../contracts/transact.ts'
import { wallets } from '../wallets.ts'

/** Tells the collections that their metadata is served at `artUrl` from now on. */
export async function moveMetadata(
  { client }: Pick<Chain, 'client'>,
  collections: CollectionBook,
  artUrl: string,
): Promise<void> {
  const { abi } = await demoArtifact('DemoCollection')
  const served = demoCollections.filter(({ uri }) => uri.kind === 'http' || uri.kind === 'mixed')
  // One after the other: anvil gives two transactions that arrive together the same nonce.
  for (const collection of served) {
    await transact(client, {
      from: wallets.deployer,
      to: collections.addressOf(collection.key),
      abi,
      functionName: 'setUriForm',
      args: uriForm(collection, artUrl),
    })
  }
}
