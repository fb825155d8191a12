import type { Address, Nft } from '@parley/domain'
import {
  encodeFunctionData,
  getContractAddress,
  keccak256,
  numberToHex,
  parseEther,
  stringToHex,
  type Abi,
  type Hex,
} from 'viem'
import { compile } from '../../build/index.ts'
import type { RpcBatch, RpcCall } from '../chain/RpcBatch.ts'
import { ordinarily, type Circumstances } from './cases.ts'
import type { Swap } from './subjects.ts'

const deployer: Address = '0x00000000000000000000000000000000DE910a01'
const collectionsPerSide = 20
const gasLimit = 30_000_000
const perBlock = 250
const coinsWei = parseEther('0.1')

/** The mined outcome of a transaction. */
export interface Receipt {
  readonly status: Hex
  readonly gasUsed: Hex
  readonly transactionHash: string
  readonly transactionIndex: Hex
  readonly logs: readonly { readonly topics: readonly Hex[] }[]
}

/** A set-up transaction failed, so later measurements would be meaningless. */
export class LayoutFailed extends Error {
  readonly code = 'layout-failed'
  readonly what: string
  constructor(what: string) {
    super(`A transaction (${what}) reverted or was dropped while the benchmark was laid out`)
    this.what = what
  }
}

function isReceipt(result: unknown): result is Receipt {
  return (
    typeof result === 'object' &&
    result !== null &&
    'status' in result &&
    'gasUsed' in result &&
    'transactionHash' in result &&
    'logs' in result
  )
}

export interface Sending {
  readonly what: string
  readonly from: Address
  readonly to?: Address
  readonly data: Hex
  readonly valueWei?: bigint
}

interface Numbered extends Sending {
  readonly nonce: bigint
}

/** A deterministic wallet for a name, with as many non-zero bytes as a real one. */
export function walletNamed(name: string): Address {
  return `0x${keccak256(stringToHex(name)).slice(26)}`
}

const tokens = {
  plain: compile(['reference/tokens/PlainNft.sol'])('PlainNft'),
  enumerable: compile(['reference/tokens/EnumerableNft.sol'])('EnumerableNft'),
  ordinary: compile(['reference/tokens/PlainNft.sol'], {}, ordinarily)('PlainNft'),
}
const tokenAbi: Abi = tokens.plain.abi
/** Far enough apart that no two ids share a slot of the escrow's index. */
const apart = 1_009n
const idsPerSlot = 8n

/**
 * Wallets, collections and transactions on one measured chain. Transactions queue until `mine` puts them into a
 * block.
 */
export class GasWorld {
  readonly rpc: RpcBatch
  readonly #slotStart: boolean
  #waiting: Numbered[] = []
  #nonces = new Map<Address, bigint>()
  #nextIds = new Map<Address, bigint>()
  #collections: Record<Circumstances['token'], Address[]> = { plain: [], enumerable: [], ordinary: [] }

  /** @param slotStart Start each side's ids in a new slot of the escrow's index, so that cases compare */
  constructor(rpc: RpcBatch, slotStart: boolean) {
    this.rpc = rpc
    this.#slotStart = slotStart
  }

  #nonceOf(wallet: Address): bigint {
    return this.#nonces.get(wallet) ?? 0n
  }

  send(sending: Sending): void {
    // The node reorders the calls of a batch, so each carries its nonce.
    const nonce = this.#nonceOf(sending.from)
    this.#nonces.set(sending.from, nonce + 1n)
    this.#waiting.push({ ...sending, nonce })
  }

  /** The contract's address once mined. */
  deploy(code: Hex): Address {
    const address = getContractAddress({ from: deployer, nonce: this.#nonceOf(deployer) })
    this.send({ what: 'deployment', from: deployer, data: code })
    return address
  }

  deployCollections(kinds: ReadonlySet<Circumstances['token']>): void {
    for (let index = 0; index < 2 * collectionsPerSide; index += 1) {
      for (const kind of kinds) this.#collections[kind].push(this.deploy(tokens[kind].bytecode))
    }
  }

  #side(holder: Address, given: Circumstances, firstCollection: number): Nft[] {
    const first = this.#collections[given.token][firstCollection]
    const next = first && this.#nextIds.get(first)
    if (this.#slotStart && first && next) this.#nextIds.set(first, (next + idsPerSlot - 1n) & -idsPerSlot)
    return Array.from({ length: given.perSide }, (_, index) => {
      const contract = this.#collections[given.token][firstCollection + (given.spread === 'one' ? 0 : index)]
      if (contract === undefined) throw new RangeError('A collection for every NFT of a side is deployed first')
      return { contract, tokenId: this.mint(contract, holder) }
    })
  }

  /** Mints the next id of a collection. Ids start at 1,000, like those of a collection in use. */
  mint(contract: Address, to: Address): bigint {
    const tokenId = this.#nextIds.get(contract) ?? 1_000n
    this.#nextIds.set(contract, tokenId + (this.#collections.ordinary.includes(contract) ? apart : 1n))
    this.send({
      what: 'mint',
      from: deployer,
      to: contract,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, tokenId, 1n] }),
    })
    return tokenId
  }

  /** Two new wallets with the NFTs they will swap. */
  swapFor(name: string, given: Circumstances): Swap {
    const [creator, recipient] = [walletNamed(`${name} creator`), walletNamed(`${name} recipient`)]
    return {
      creator,
      recipient,
      offered: this.#side(creator, given, 0),
      requested: this.#side(recipient, given, collectionsPerSide),
      offeredWei: given.coins === 'both' || given.coins === 'offered' ? coinsWei : 0n,
      requestedWei: given.coins === 'both' || given.coins === 'requested' ? coinsWei : 0n,
    }
  }

  /** Sets up balances and approvals for the circumstances. */
  prepare(swap: Swap, escrow: Address, given: Circumstances): void {
    const nfts = [...swap.offered, ...swap.requested]
    if (given.balances === 'warm') {
      for (const contract of new Set(nfts.map((nft) => nft.contract))) {
        for (const holder of [swap.creator, swap.recipient, escrow]) this.mint(contract, holder)
      }
    }
    for (const [holder, side] of [[swap.creator, swap.offered] as const, [swap.recipient, swap.requested] as const]) {
      if (given.approval === 'single') {
        for (const nft of side) this.#approve(holder, nft.contract, 'approve', [escrow, nft.tokenId])
      } else {
        for (const contract of new Set(side.map((nft) => nft.contract)))
          this.#approve(holder, contract, 'setApprovalForAll', [escrow, true])
      }
    }
  }

  #approve(from: Address, to: Address, functionName: 'approve' | 'setApprovalForAll', args: readonly unknown[]): void {
    this.send({ what: functionName, from, to, data: encodeFunctionData({ abi: tokenAbi, functionName, args }) })
  }

  async fund(wallets: readonly Address[]): Promise<void> {
    await this.rpc.all(wallets.map((wallet) => ({ method: 'anvil_setBalance', params: [wallet, '0xde0b6b3a7640000'] })))
  }

  /**
   * Mines the pending transactions. The deployer's go first, since the node orders the senders of a batch arbitrarily.
   * Receipts are in sending order; a revert throws.
   */
  async mine(): Promise<Receipt[]> {
    const waiting = this.#waiting
    this.#waiting = []
    await this.#mineBlocks(waiting.filter((sending) => sending.from === deployer))
    return this.#mineBlocks(waiting.filter((sending) => sending.from !== deployer))
  }

  async #mineBlocks(sendings: readonly Numbered[]): Promise<Receipt[]> {
    const receipts: Receipt[] = []
    // The node's time for a block's receipts grows with the square of its transactions.
    for (let start = 0; start < sendings.length; start += perBlock) {
      receipts.push(...(await this.#mineBlock(sendings.slice(start, start + perBlock))))
    }
    return receipts
  }

  async #mineBlock(sendings: readonly Numbered[]): Promise<Receipt[]> {
    const calls: RpcCall[] = sendings.map(({ from, to, data, valueWei, nonce }) => ({
      method: 'eth_sendTransaction',
      params: [
        {
          from,
          to,
          data,
          nonce: numberToHex(nonce),
          gasPrice: '0x0',
          gas: numberToHex(gasLimit),
          value: numberToHex(valueWei ?? 0n),
        },
      ],
    }))
    const hashes = await this.rpc.all(calls)
    await this.rpc.call('evm_mine')
    // One request per block: for single receipts, the node walks the block each time.
    const answer = await this.rpc.call('eth_getBlockReceipts', 'latest')
    const receipts = new Map(
      (Array.isArray(answer) ? answer.filter(isReceipt) : []).map((receipt) => [receipt.transactionHash, receipt]),
    )
    return hashes.map((hash, index) => {
      const receipt = typeof hash === 'string' ? receipts.get(hash) : undefined
      if (receipt?.status !== '0x1') throw new LayoutFailed(sendings[index]?.what ?? '')
      return receipt
    })
  }

  /** Advances the chain's time and mines a block. */
  async passTime(seconds: bigint): Promise<void> {
    await this.rpc.call('evm_increaseTime', numberToHex(seconds))
    await this.rpc.call('evm_mine')
  }

  /** Reverts whatever `steps` does to the chain. */
  async takenBack(steps: () => Promise<void>): Promise<void> {
    const [snapshot, nonces] = [await this.rpc.call('evm_snapshot'), new Map(this.#nonces)]
    await steps()
    await this.rpc.call('evm_revert', snapshot)
    this.#nonces = nonces
  }

  /** The refund counter at a mined transaction's last step, as the node counts it. */
  async refundOf(receipt: Receipt): Promise<number> {
    const refund = await this.rpc.call('debug_traceTransaction', receipt.transactionHash, { tracer: refundTracer })
    if (typeof refund !== 'number') throw new TypeError(`A trace without a refund: ${JSON.stringify(refund)}`)
    return refund
  }
}

/** Runs in the node at every step and keeps only the last value: a whole trace would be megabytes. */
const refundTracer = `{ refund: 0, step: function (log) { this.refund = log.getRefund() }, fault: function () {}, result: function () { return this.refund } }`
