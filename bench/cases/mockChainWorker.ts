import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { toEventSelector } from 'viem'

export interface MockChainSettings {
  readonly logs: number
  readonly logsABlock: number
  readonly code: string
  readonly escrow: string
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

const { logs, logsABlock, code, escrow }: MockChainSettings = workerData
const head = Math.ceil(logs / logsABlock)
const firstTimeS = 1_700_000_000

const created = toEventSelector('SwapOfferCreated(bytes32,address,address,address,uint256,address,uint256,uint256)')
const completed = toEventSelector('SwapCompleted(bytes32,address)')
const cancelled = toEventSelector('SwapCancelled(bytes32,address)')

const hex = (number: number): string => `0x${number.toString(16)}`
const word = (number: number): string => number.toString(16).padStart(64, '0')
/** Ids differ in their first digits, as real ones do. Ascending ids would make inserts too cheap. */
const offerId = (offer: number): string =>
  `0x${word((offer * 2_654_435_761) % 4_294_967_296).slice(-8)}${word(offer).slice(8)}`
const wallet = (number: number): string => word(0xa11ce_000 + (number % 5_000))
const address = escrow.slice(2).toLowerCase().padStart(64, '0')

/** Of five events, three are new offers, and two of these are settled right after. */
function event(number: number): { topics: string[]; data: string } {
  const turn = number % 5
  const offer = Math.floor(number / 5) * 3 + (turn < 3 ? turn : turn - 3)
  if (turn < 3) {
    const data = `0x${address}${word(offer)}${address}${word(offer + 7)}${word(4_000_000_000)}`
    return { topics: [created, offerId(offer), `0x${wallet(offer)}`, `0x${wallet(offer + 1)}`], data }
  }
  return { topics: [turn === 3 ? completed : cancelled, offerId(offer), `0x${wallet(offer + 4 - turn)}`], data: '0x' }
}

function logsOf(fromBlock: number, toBlock: number): object[] {
  const from = (fromBlock - 1) * logsABlock
  const to = Math.min(logs, toBlock * logsABlock)
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => {
    const number = from + at
    const block = Math.floor(number / logsABlock) + 1
    return {
      address: escrow.toLowerCase(),
      ...event(number),
      blockNumber: hex(block),
      blockHash: `0x${word(block)}`,
      blockTimestamp: hex(firstTimeS + block * 2),
      transactionHash: `0x${word(1_000_000_000 + number)}`,
      transactionIndex: '0x0',
      logIndex: hex(number % logsABlock),
      removed: false,
    }
  })
}

const answered = new Map<string, string>()

function answerTo({ method, params }: Call): string {
  const key = JSON.stringify([method, params])
  const known = answered.get(key)
  if (known !== undefined) return known
  const answer = JSON.stringify(resultOf(method, params)) ?? 'null'
  answered.set(key, answer)
  return answer
}

function resultOf(method: string, [first]: readonly unknown[]): unknown {
  switch (method) {
    case 'eth_chainId':
      return hex(43_114)
    case 'eth_getCode':
      return code
    case 'eth_blockNumber':
      return hex(head)
    case 'eth_getBlockByNumber': {
      const number = first === 'latest' ? head : Number(first)
      return {
        number: hex(number),
        hash: `0x${word(number)}`,
        parentHash: `0x${word(Math.max(0, number - 1))}`,
        timestamp: hex(firstTimeS + number * 2),
      }
    }
    case 'eth_getLogs': {
      if (typeof first !== 'object' || first === null || !('fromBlock' in first) || !('toBlock' in first)) return []
      return logsOf(Number(first.fromBlock), Number(first.toBlock))
    }
    default:
      return null
  }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body: Call | Call[] = JSON.parse(Buffer.concat(chunks).toString())
    const replies = [body].flat().map((call) => `{"jsonrpc":"2.0","id":${call.id},"result":${answerTo(call)}}`)
    response.setHeader('content-type', 'application/json')
    response.end(Array.isArray(body) ? `[${replies.join()}]` : replies[0])
  })
})
server.listen(0, '127.0.0.1', () => {
  const bound = server.address()
  // A thread's port has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  if (bound !== null && typeof bound !== 'string') parentPort?.postMessage(bound.port)
})
