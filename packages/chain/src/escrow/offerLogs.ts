import { type Address, type Nft, nftKey, type Offer, type OfferId, type TxHash } from '@parley/domain'
import {
  type Client,
  decodeAbiParameters,
  type Hex,
  isAddressEqual,
  numberToHex,
  pad,
  type RpcLog,
  type TransactionReceipt,
} from 'viem'
import { getBlock, getBlockNumber } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailure.ts'

/** The first topics of events that pages read: the ABI of all creations would weigh too much. A test holds them against it. */
export const creationTopics = [
  // SwapOfferCreated, MultiSwapOfferCreated, SwapOfferWithCoinsCreated
  '0xcde2e6f105022f3505487183da947cdd99c4578c85b63d26198028208717fa1b',
  '0xfdb03f3cc1bc18269b4e963c475683022536be42a8fa979af9ed0adbed94c692',
  '0x43e9cea4264f45611a208cb4c43fb46c87a279f68c7b8c36a7f1c85430961cf4',
] as const

const returnFailedTopic = '0x94e88e5949d25187712ffb781a7dcd67b901bfb6205e5c0d3f4b300577fe2928'
const returnClaimedTopic = '0x66e831a974163924f9706157c00425248e9aac0d5aceff24179939b886f36f5a'

/**
 * The id of the offer created by a transaction, from the escrow's events; else the transaction's hash. A relayer's
 * transaction may create offers of several accounts: `creator` names the one that is meant.
 */
export function offerIdFromReceipt(
  receipt: Pick<TransactionReceipt, 'logs' | 'transactionHash'>,
  escrow: Address,
  creator?: Address,
): OfferId | TxHash {
  const by = creator && pad(creator).toLowerCase()
  const created = receipt.logs.find(
    ({ address, topics: [first, , account] }) =>
      isAddressEqual(address, escrow) && creationTopics.some((topic) => topic === first) && (!by || account === by),
  )
  return created?.topics[1] ?? receipt.transactionHash
}

type Logs = Pick<TransactionReceipt, 'logs'>

/** The NFTs that a transaction should have returned but whose collection refused (decision K7). */
export function leftBehind(receipt: Logs, escrow: Address): readonly Nft[] {
  return nftsOf(returnFailedTopic, receipt, escrow)
}

/** The NFTs that a claim left behind. A claim's events only list those it returned. */
export function leftAfterClaim(receipt: Logs, offer: Pick<Offer, 'escrow' | 'unreturned'>): readonly Nft[] {
  const claimed = new Set(nftsOf(returnClaimedTopic, receipt, offer.escrow).map(nftKey))
  return offer.unreturned.filter((nft) => !claimed.has(nftKey(nft)))
}

/** An NFT that was claimed after its return had failed. */
export interface Claim {
  readonly offerId: OfferId
  readonly nft: Nft
  /** Block time, unix seconds. */
  readonly atS: number
}

/**
 * The claims of the last 2000 blocks.
 *
 * @throws ChainFailureError
 */
export async function findClaims(chain: Client, escrow: Address): Promise<readonly Claim[]> {
  const logs = await recentLogs(chain, escrow, [returnClaimedTopic])
  return Promise.all(
    logs.flatMap(({ topics: [, offerId], data, blockNumber }) =>
      offerId && blockNumber
        ? [timeOf(chain, blockNumber).then((atS): Claim => ({ offerId, nft: nftFrom(data), atS }))]
        : [],
    ),
  )
}

const nftParameters = [{ type: 'address' }, { type: 'uint256' }] as const

function nftsOf(topic: string, { logs }: Logs, escrow: Address): readonly Nft[] {
  return logs
    .filter(({ address, topics: [first] }) => first === topic && isAddressEqual(address, escrow))
    .map(({ data }) => nftFrom(data))
}

function nftFrom(data: Hex): Nft {
  const [contract, tokenId] = decodeAbiParameters(nftParameters, data)
  return { contract, tokenId }
}

/** That an offer was created: enough to read the rest from the escrow. */
export interface Creation {
  readonly offerId: OfferId
  readonly escrow: Address
  readonly txHash: TxHash
  /** Block time, unix seconds. */
  readonly createdAtS: number
}

/** Within what public endpoints let one log query span (2048). */
const blocksBack = 2_000n

/**
 * The offers that an account made (`creator`) or was made (`recipient`) in the last 2000 blocks.
 *
 * @throws ChainFailureError
 */
export async function findCreations(
  chain: Client,
  escrow: Address,
  args: { readonly creator?: Address; readonly recipient?: Address },
): Promise<readonly Creation[]> {
  const topics = [[...creationTopics], null, wordOf(args.creator), wordOf(args.recipient)]
  const logs = await recentLogs(chain, escrow, topics)
  return Promise.all(logs.flatMap((log) => creationOf(chain, escrow, log)))
}

type RpcTopics = (Hex | Hex[] | null)[]

/** @throws ChainFailureError */
async function recentLogs(chain: Client, escrow: Address, topics: RpcTopics): Promise<RpcLog[]> {
  try {
    const head = await getBlockNumber(chain, { cacheTime: 0 })
    const fromBlock = head > blocksBack ? head - blocksBack : 0n
    return await chain.request({
      method: 'eth_getLogs',
      params: [{ address: escrow, topics, fromBlock: numberToHex(fromBlock), toBlock: numberToHex(head) }],
    })
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

async function timeOf(chain: Client, blockNumber: Hex): Promise<number> {
  try {
    return Number((await getBlock(chain, { blockNumber: BigInt(blockNumber) })).timestamp)
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

/** A topic that stands for an account; any account where none is named. */
function wordOf(account: Address | undefined): Hex | null {
  return account ? pad(account) : null
}

/** None for a log that is not in a block yet. */
function creationOf(
  chain: Client,
  escrow: Address,
  { topics, blockNumber, transactionHash }: RpcLog,
): Promise<Creation>[] {
  const [, offerId] = topics
  if (!offerId || !blockNumber || !transactionHash) return []
  const read = async (): Promise<Creation> => {
    return { offerId, escrow, txHash: transactionHash, createdAtS: await timeOf(chain, blockNumber) }
  }
  return [read()]
}
