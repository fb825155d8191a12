import type { Address, Nft } from '@parley/domain'
import { encodeFunctionData, erc721Abi, parseAbi, type Hex } from 'viem'
import type { Chain } from '../chain/startChain.ts'
import { multicall3Address } from '../chain/localChain.ts'
import { demoArtifact } from '../contracts/contractArtifact.ts'
import { deploy } from '../contracts/deploy.ts'
import { transact } from '../contracts/transact.ts'
import { localAccount, wallets } from '../wallets.ts'

/** A trader: a wallet, or a contract that a wallet calls and that calls the escrow itself. */
export interface Trader {
  readonly address: Address
  /** The account that signs. */
  readonly signer: Address
  readonly isContract: boolean
}

export interface Call {
  readonly from: Trader
  readonly to: Address
  readonly data: Hex
  readonly valueWei: bigint
}

const tokensEach = 30
const collectionCount = 4
const traderCount = 5
const gasLimit = 2_500_000n

const forwardAbi = parseAbi([
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3Value(Call3Value[] calls) payable returns (Result[])',
])

/** Wallets and a contract with NFTs of a few plain collections, ready to trade. */
export interface TradeMarket {
  readonly traders: readonly Trader[]
  /** Who holds what; changes as trades are made. */
  readonly holdings: Map<Address, Nft[]>
  /** Sends without waiting: the transaction is in the next block. */
  send(call: Call): Promise<void>
}

export async function openMarket(chain: Pick<Chain, 'client'>, escrow: Address): Promise<TradeMarket> {
  const { client } = chain
  const traders: Trader[] = Array.from({ length: traderCount }, (_, index) => {
    const { address } = localAccount(index + 1)
    return { address, signer: address, isContract: false }
  })
  const { address: signer } = localAccount(traderCount + 1)
  // Called through Multicall3, the escrow sees Multicall3 as the sender, which counts as a wallet.
  traders.push({ address: multicall3Address, signer, isContract: true })
  const holdings = new Map<Address, Nft[]>(traders.map((trader) => [trader.address, []]))

  const send = marketSender(chain)
  for (let index = 0; index < collectionCount; index++) {
    const artifact = await demoArtifact('DemoCollection')
    const { address } = await deploy(client, artifact, [`Collection ${index}`, `C${index}`, '', ''])
    const minted = traders.flatMap((trader, place) =>
      Array.from({ length: tokensEach }, (_, count) => ({ trader, tokenId: BigInt(place * tokensEach + count) })),
    )
    const args = [minted.map(({ trader }) => trader.address), minted.map(({ tokenId }) => tokenId)]
    await transact(client, { from: wallets.deployer, to: address, abi: artifact.abi, functionName: 'mintBatch', args })
    for (const { trader, tokenId } of minted) holdings.get(trader.address)?.push({ contract: address, tokenId })
    const data = encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [escrow, true] })
    for (const from of traders) await send({ from, to: address, data, valueWei: 0n })
  }
  return { traders, holdings, send }
}

/** Sends a trader's call without waiting for its block. */
export function marketSender({ client }: Pick<Chain, 'client'>): TradeMarket['send'] {
  return async (call) => {
    const { from, to, data, valueWei } = call.from.isContract ? forwarded(call) : call
    await client.sendTransaction({
      account: from.signer,
      chain: null,
      to,
      data,
      value: valueWei,
      gas: gasLimit,
      // One price for all, so that a block keeps the order in which they came.
      maxFeePerGas: 100_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
  }
}

function forwarded({ from, to, data, valueWei }: Call): Call {
  const call = { target: to, allowFailure: false, value: valueWei, callData: data }
  const forwardedData = encodeFunctionData({ abi: forwardAbi, functionName: 'aggregate3Value', args: [[call]] })
  return { from, to: multicall3Address, data: forwardedData, valueWei }
}
