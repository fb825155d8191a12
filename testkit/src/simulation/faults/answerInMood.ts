import { z } from 'zod'
import type { Random } from '../../art/random.ts'
import { answerRpc, type SimReply } from '../chain/answerRpc.ts'
import type { SimBlock, SimLog } from '../chain/SimBlock.ts'
import type { SimChain } from '../chain/SimChain.ts'
import { withFalseStates } from './falseState.ts'
import type { Mood } from './Mood.ts'

export interface SimCall {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

const callSchema = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()) })
const requestSchema = z.union([z.array(callSchema), callSchema])

export function callsOf(body: string): readonly SimCall[] {
  const parsed = requestSchema.parse(JSON.parse(body))
  return Array.isArray(parsed) ? parsed : [parsed]
}

/** An endpoint's answer to a request, as text, in the mood that it is in. Its ways of not answering are elsewhere. */
export function answerInMood(chain: SimChain, mood: Mood, body: string, random: Random): string {
  const calls = callsOf(body)
  const blocks = blocksInMood(chain, mood, random)
  const replies = calls.map((call) => ({
    jsonrpc: '2.0',
    id: call.id,
    ...replyInMood(mood, call, answerRpc(chain.genesis, blocks, call), random),
  }))
  return JSON.stringify(body.startsWith('[') ? replies : replies[0])
}

function blocksInMood(chain: SimChain, mood: Mood, random: Random): readonly SimBlock[] {
  const blocks = chain.blocks()
  switch (mood.kind) {
    case 'stale':
      return random.chance(mood.share) ? blocks.slice(0, Math.max(1, blocks.length - mood.blocks)) : blocks
    case 'fork':
      return chain.forked(mood.depth, mood.salt)
    case 'lies':
      return withFalseStates(blocks)
    default:
      return blocks
  }
}

function replyInMood(mood: Mood, call: SimCall, reply: SimReply, random: Random): SimReply {
  switch (mood.kind) {
    case 'null':
      return { result: null }
    case 'error':
      return { error: { code: -32000, message: 'internal error' } }
    case 'wrongChain':
      return call.method === 'eth_chainId' ? { result: '0x1' } : reply
    case 'refusesLogs':
      return call.method === 'eth_getLogs' ? { error: { code: -32005, message: 'query returned too much' } } : reply
    default:
      return call.method === 'eth_getLogs' && 'result' in reply
        ? { result: logsInMood(mood, z.array(z.custom<SimLog>()).parse(reply.result), random) }
        : reply
  }
}

function logsInMood(mood: Mood, logs: readonly SimLog[], random: Random): readonly SimLog[] {
  switch (mood.kind) {
    case 'logsTwice':
      return logs.flatMap((log) => [log, log])
    case 'logsBackwards':
      return logs.toReversed()
    case 'logsRemoved':
      return [...logs, ...logs.map((log) => ({ ...log, logIndex: '0x99' as const, removed: true }))]
    case 'logsForeign':
      return [...logs, ...logs.map((log) => ({ ...log, logIndex: '0x99' as const, blockNumber: '0xffffff' as const }))]
    case 'logsMissing': {
      const lost = new Set([...new Set(logs.map(({ blockHash }) => blockHash))].filter(() => random.chance(mood.share)))
      return logs.filter(({ blockHash }) => !lost.has(blockHash))
    }
    default:
      return logs
  }
}
