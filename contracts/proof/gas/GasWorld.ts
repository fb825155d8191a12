import type { Address, Nft } from '@parley/domain'
import { encodeFunctionData, getContractAddress, keccak256, numberToHex, stringToHex, type Abi, type Hex } from 'viem'
import { compile } from '../../build/index.ts'
import type { RpcBatch, RpcCall } from '../chain/RpcBatch.ts'
import type { Circumstances } from './cases.ts'
import type { Swap } from './subjects.ts'

const deployer: Address = '0x00000000000000000000000000000000DE910a01'
const collectionsPerSide = 20
const gasLimit = 30_000_000

/** The mined outcome of a transaction. */
export interface Receipt {
  readonly status: Hex
  readonly gasUsed: Hex
  readonly transactionHash: Hex
  readonly logs: readonly { readonly topics: readonly Hex[] }[]
}

/** A transaction that the benchmark laid out did not succeed, so nothing measured after it would mean anything. */
export class LayoutFailed extends Error {
  readonly code = 'layout-failed'
  readonly what: string
  constructor(what: string) {
    super(`A transaction (${what}) reverted or was dropped while the benchmark was laid out`)
    this.what = what
  }
}

function isReceipt(result: unknown): result is Receipt {
  return typeof result === 'object' && result !== null && 'status' in result && 'gasUsed' in result && 'transactionHash' in result && 'logs' in result
}

export interface Sending {
  readonly what: string
  readonly from: Address
  readonly to?: Address
  readonly data: Hex
  readonly valueWei?: bigint
}

/** The same wallet for the same name, with as many non-zero bytes as a real one. */
export function walletNamed(name: string): Address {
  return `0x${keccak256(stringToHex(name)).slice(26)}`
}

const [plain, enumerable] = [compile(['reference/tokens/PlainNft.sol'])('PlainNft'), compile(['reference/tokens/EnumerableNft.sol'])('EnumerableNft')]
const tokenAbi: Abi = plain.abi

/** Wallets, collections and transactions on one measured chain. Sendings collect until `mine` puts them into a block. */
export class GasWorld {
  readonly #rpc: RpcBatch
  #waiting: (Sending & { readonly nonce: bigint })[] = []
  #nonces = new Map<Address, bigint>()
  #nextIds = new Map<Address, bigint>()
  #collections: Record<'plain' | 'enumerable', Address[]> = { plain: [], enumerable: [] }

  constructor(rpc: RpcBatch) {
    this.#rpc = rpc
  }

  #nonceOf(wallet: Address): bigint {
    return this.#nonces.get(wallet) ?? 0n
  }

  send(sending: Sending): void {
    // The node takes the calls of a batch in any order, so the nonce is said with each.
    const nonce = this.#nonceOf(sending.from)
    this.#nonces.set(sending.from, nonce + 1n)
    this.#waiting.push({ ...sending, nonce })
  }

  /** The address that the contract will have once mined. */
  deploy(code: Hex): Address {
    const address = getContractAddress({ from: deployer, nonce: this.#nonceOf(deployer) })
    this.send({ what: 'deployment', from: deployer, data: code })
    return address
  }

  deployCollections(): void {
    for (let index = 0; index < 2 * collectionsPerSide; index += 1) {
      this.#collections.plain.push(this.deploy(plain.bytecode))
      this.#collections.enumerable.push(this.deploy(enumerable.bytecode))
    }
  }

  #side(holder: Address, given: Circumstances, firstCollection: number): Nft[] {
    return Array.from({ length: given.perSide }, (_, index) => {
      const contract = this.#collections[given.token][firstCollection + (given.spread === 'one' ? 0 : index)]
      if (contract === undefined) throw new RangeError('A collection for every NFT of a side is deployed first')
      return { contract, tokenId: this.mint(contract, holder) }
    })
  }

  /** Mints the next id of a collection. Ids start at 1,000, like those of a collection in use. */
  mint(contract: Address, to: Address): bigint {
    const tokenId = this.#nextIds.get(contract) ?? 1_000n
    this.#nextIds.set(contract, tokenId + 1n)
    this.send({ what: 'mint', from: deployer, to: contract, data: encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, tokenId, 1n] }) })
    return tokenId
  }

  /** Two wallets of their own with what they will swap. */
  swapFor(name: string, given: Circumstances): Swap {
    const [creator, recipient] = [walletNamed(`${name} creator`), walletNamed(`${name} recipient`)]
    return { creator, recipient, offered: this.#side(creator, given, 0), requested: this.#side(recipient, given, collectionsPerSide) }
  }

  /** Balances and approvals as the circumstances say. */
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
        for (const contract of new Set(side.map((nft) => nft.contract))) this.#approve(holder, contract, 'setApprovalForAll', [escrow, true])
      }
    }
  }

  #approve(from: Address, to: Address, functionName: 'approve' | 'setApprovalForAll', args: readonly unknown[]): void {
    this.send({ what: functionName, from, to, data: encodeFunctionData({ abi: tokenAbi, functionName, args }) })
  }

  async fund(wallets: readonly Address[]): Promise<void> {
    await this.#rpc.all(wallets.map((wallet) => ({ method: 'anvil_setBalance', params: [wallet, '0xde0b6b3a7640000'] })))
  }

  /** Puts what is waiting into one block. The receipts stand in the order of sending; a revert throws. */
  async mine(): Promise<Receipt[]> {
    const sendings = this.#waiting
    this.#waiting = []
    const calls: RpcCall[] = sendings.map(({ from, to, data, valueWei, nonce }) => ({
      method: 'eth_sendTransaction',
      params: [{ from, to, data, nonce: numberToHex(nonce), gasPrice: '0x0', gas: numberToHex(gasLimit), value: numberToHex(valueWei ?? 0n) }],
    }))
    const hashes = await this.#rpc.all(calls)
    await this.#rpc.call('evm_mine')
    const receipts = await this.#rpc.all(hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })))
    return receipts.map((receipt, index) => {
      if (!isReceipt(receipt) || receipt.status !== '0x1') throw new LayoutFailed(sendings[index]?.what ?? '')
      return receipt
    })
  }

  async passTime(seconds: bigint): Promise<void> {
    await this.#rpc.call('evm_increaseTime', numberToHex(seconds))
  }

  /**
   * What a mined transaction cost before refunds, as the C-Chain charges it. Two ways have to agree: the gas that was left at the
   * last step, and the gas used with the refund counter added (as far as the node granted it, a fifth at most).
   */
  async spentGas(receipt: Receipt): Promise<number> {
    const { left, refund } = readTrace(await this.#rpc.call('debug_traceTransaction', receipt.transactionHash, { tracer: lastStep }))
    const spent = gasLimit - left
    const granted = Math.min(refund, Math.floor(spent / 5))
    if (Number(receipt.gasUsed) + granted !== spent) throw new GasDisagrees(receipt.transactionHash, Number(receipt.gasUsed), refund, spent)
    return spent
  }
}

/** Runs in the node at every step and keeps the last one's figures: a whole trace would be megabytes. */
const lastStep = `{
  refund: 0, left: 0, step: function (log) { this.refund = log.getRefund(); this.left = log.getGas() },
  fault: function () {}, result: function () { return { refund: this.refund, left: this.left } } }`

/** The two ways of computing gas before refunds differ, so neither is to be trusted. */
export class GasDisagrees extends Error {
  readonly code = 'gas-disagrees'
  readonly figures: { readonly used: number; readonly refund: number; readonly spent: number }
  constructor(transaction: Hex, used: number, refund: number, spent: number) {
    super(`${transaction} used ${used} with a refund of ${refund}, but spent ${spent}`)
    this.figures = { used, refund, spent }
  }
}

function readTrace(result: unknown): { left: number; refund: number } {
  if (typeof result === 'object' && result !== null && 'left' in result && 'refund' in result) {
    if (typeof result.left === 'number' && typeof result.refund === 'number') return { left: result.left, refund: result.refund }
  }
  throw new TypeError(`A trace without figures: ${JSON.stringify(result)}`)
}
