import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Nft } from '@parley/domain'
import type { Deployment } from '@parley/protocol'
import { getAddress, keccak256, numberToHex, sliceHex } from 'viem'
import type { Random } from '../art/random.ts'
import { localChainId, multicall3Address } from '../chain/localChain.ts'
import { simEscrowCode } from './chain/answerRpc.ts'
import { createSimChain, type SimChain } from './chain/SimChain.ts'

const tokensEach = 18
const people = 5

/** The chain of a run, and the file that tells a server of it. */
export function createSimWorld(
  folder: string,
  startS: number,
  random: Random,
): { chain: SimChain; deploymentFile: string } {
  const escrow = addressNumber(1)
  const collections = [addressNumber(2), addressNumber(3), addressNumber(4)]
  const nfts: Nft[] = collections.flatMap((contract) =>
    Array.from({ length: tokensEach }, (_, index) => ({ contract, tokenId: BigInt(index) })),
  )
  const chain = createSimChain(
    {
      escrow,
      nfts,
      people: Array.from({ length: people }, (_, index) => addressNumber(100 + index)),
      stubborn: collections.slice(0, 1),
      refusing: [addressNumber(100), addressNumber(101)],
      abandonedAfterS: 60,
      timeS: startS,
    },
    random,
  )
  const deployment: Deployment = {
    network: 'avalanche',
    chainId: localChainId,
    multicall3: multicall3Address,
    escrows: [{ address: escrow, fromBlock: 0, codeHash: keccak256(simEscrowCode), edition: 2 }],
    collections: collections.map((address, index) => ({
      key: `collection-${index}`,
      name: `Collection ${index}`,
      address,
      discovery: { kind: 'scan', lastId: tokensEach + 2 },
    })),
  }
  const deploymentFile = join(folder, 'deployment.json')
  writeFileSync(deploymentFile, JSON.stringify(deployment))
  return { chain, deploymentFile }
}

function addressNumber(number: number): Address {
  return getAddress(sliceHex(keccak256(numberToHex(number)), 12))
}
