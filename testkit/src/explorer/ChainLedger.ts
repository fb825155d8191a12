import type { LocalClient } from '../chain/createLocalClient.ts'

/** A transaction as explorers list it: all fields are strings. */
export interface LedgerEntry {
  readonly blockNumber: number
  readonly from: string
  readonly to: string
  readonly fields: Readonly<Record<string, string>>
}

export interface LedgerBlock {
  readonly number: number
  /** Unix seconds. */
  readonly timeS: number
  readonly hash: string
}

/** An explorer's view of the local chain: block times and top-level transactions. */
export class ChainLedger {
  private readonly client: LocalClient
  private blocks: LedgerBlock[] = []
  private entries: LedgerEntry[] = []

  constructor(client: LocalClient) {
    this.client = client
  }

  /** Reads new blocks. A chain that was reset is reread from the start. */
  async catchUp(): Promise<void> {
    const head = Number(await this.client.getBlockNumber({ cacheTime: 0 }))
    if (await this.wasPutBack(head)) {
      this.blocks = []
      this.entries = []
    }
    for (let from = this.blocks.length; from <= head; from += blocksAtOnce) {
      const numbers = Array.from({ length: Math.min(blocksAtOnce, head - from + 1) }, (_, index) => from + index)
      for (const read of await Promise.all(numbers.map((number) => this.readBlock(number)))) {
        this.blocks.push(read.block)
        this.entries.push(...read.entries)
      }
    }
  }

  /** The last block at or before a time, or the first at or after it; null if there is none. */
  closest(timeS: number, side: 'before' | 'after'): number | null {
    const found =
      side === 'before'
        ? this.blocks.findLast((block) => block.timeS <= timeS)
        : this.blocks.find((block) => block.timeS >= timeS)
    return found?.number ?? null
  }

  /** Transactions from or to an address, oldest first. */
  transactions(address: string, fromBlock: number, toBlock: number): readonly LedgerEntry[] {
    const wanted = address.toLowerCase()
    return this.entries.filter(
      (entry) =>
        (entry.from === wanted || entry.to === wanted) &&
        entry.blockNumber >= fromBlock &&
        entry.blockNumber <= toBlock,
    )
  }

  private async wasPutBack(head: number): Promise<boolean> {
    const last = this.blocks.at(-1)
    if (!last) return false
    if (last.number > head) return true
    const there = await this.client.getBlock({ blockNumber: BigInt(last.number) })
    return there.hash !== last.hash
  }

  private async readBlock(number: number): Promise<{ block: LedgerBlock; entries: LedgerEntry[] }> {
    const block = await this.client.getBlock({ blockNumber: BigInt(number), includeTransactions: true })
    const entries = await Promise.all(
      block.transactions.map(async (transaction): Promise<LedgerEntry> => {
        const receipt = await this.client.getTransactionReceipt({ hash: transaction.hash })
        const failed = receipt.status === 'reverted'
        const fields = {
          blockNumber: String(number),
          timeStamp: String(block.timestamp),
          hash: transaction.hash,
          nonce: String(transaction.nonce),
          blockHash: block.hash,
          transactionIndex: String(receipt.transactionIndex),
          from: transaction.from.toLowerCase(),
          to: transaction.to?.toLowerCase() ?? '',
          value: String(transaction.value),
          gas: String(transaction.gas),
          gasPrice: String(receipt.effectiveGasPrice),
          isError: failed ? '1' : '0',
          txreceipt_status: failed ? '0' : '1',
          input: transaction.input,
          contractAddress: receipt.contractAddress?.toLowerCase() ?? '',
          cumulativeGasUsed: String(receipt.cumulativeGasUsed),
          gasUsed: String(receipt.gasUsed),
          methodId: transaction.input.slice(0, 10),
          functionName: '',
        }
        return { blockNumber: number, from: fields.from, to: fields.to, fields }
      }),
    )
    const toldInOrder = entries.toSorted(
      (a, b) => Number(a.fields['transactionIndex']) - Number(b.fields['transactionIndex']),
    )
    return { block: { number, timeS: Number(block.timestamp), hash: block.hash }, entries: toldInOrder }
  }
}

const blocksAtOnce = 50
