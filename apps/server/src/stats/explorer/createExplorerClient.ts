import { addressSchema, type ExplorerFailure, hash32Schema } from '@parley/protocol'
import { z } from 'zod'
import { sleep } from '../../lib/async.ts'

/** Limits of the explorer client. Tests shorten the defaults. */
export interface ExplorerPace {
  /** Between two requests; without a key, two per second are allowed. */
  readonly delayMs: number
  readonly timeoutMs: number
  /** Retries per request if the explorer is busy or unreachable. */
  readonly retries: number
  /** Pause before the n-th retry: n times this. */
  readonly retryPauseMs: number
}

const defaultExplorerPace: ExplorerPace = { delayMs: 500, timeoutMs: 15_000, retries: 3, retryPauseMs: 1_500 }

/** Fits more than a thousand transactions with the escrow's largest calldata. */
const maxAnswerBytes = 16 * 1024 ** 2

/** A client for an Etherscan-compatible API; one request at a time. */
export interface ExplorerClient {
  /**
   * @returns the validated `result`; null if nothing was found.
   * @throws {ExplorerError} if the explorer is unreachable or busy, refuses, or returns malformed data.
   */
  ask<T>(parameters: Readonly<Record<string, string>>, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | null>
}

export function createExplorerClient(
  { url, apiKey }: { url: string; apiKey: string | null },
  pace: ExplorerPace = defaultExplorerPace,
): ExplorerClient {
  let nextAtMs = 0

  async function attempt(address: URL, signal: AbortSignal): Promise<Envelope> {
    await sleep(Math.max(0, nextAtMs - performance.now()), signal)
    try {
      const answered = await fetch(address, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(pace.timeoutMs)]),
        headers: { accept: 'application/json', 'user-agent': 'Parley' },
      })
      return readEnvelope(answered.status, await readText(answered))
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ExplorerError) throw error
      throw new ExplorerError('unreachable', 'the explorer could not be reached, or took too long', { cause: error })
    } finally {
      nextAtMs = performance.now() + pace.delayMs
    }
  }

  return {
    async ask(parameters, schema, signal) {
      const address = new URL(url)
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
      if (apiKey !== null) address.searchParams.set('apikey', apiKey)
      for (let retry = 0; ; retry++) {
        try {
          return readResult(await attempt(address, signal), schema)
        } catch (error) {
          if (!(error instanceof ExplorerError) || !passes(error) || retry >= pace.retries) throw error
          await sleep(pace.retryPauseMs * (retry + 1), signal)
          signal.throwIfAborted()
        }
      }
    },
  }
}

/** Whether a retry may help. */
function passes({ reason }: ExplorerError): boolean {
  return reason === 'unreachable' || reason === 'rateLimited'
}

async function readText(answered: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answered.body ?? []) {
    bytes += part.byteLength
    if (bytes > maxAnswerBytes) throw new ExplorerError('malformed', 'the explorer answered without end')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function readEnvelope(status: number, text: string): Envelope {
  if (status === 429) throw new ExplorerError('rateLimited', 'the explorer asks for fewer requests')
  if (status >= 500) throw new ExplorerError('unreachable', `the explorer answered with status ${status}`)
  const parsed = envelopeSchema.safeParse(jsonOrNull(text))
  if (!parsed.success) throw new ExplorerError('malformed', `the explorer answered no JSON of its kind (${status})`)
  return parsed.data
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Usually an HTML error page.
    return null
  }
}

/** `status` 0 is success if nothing was found; otherwise `result` or `message` has the reason. */
function readResult<T>({ status, message, result }: Envelope, schema: z.ZodType<T>): T | null {
  if (status === '0') {
    if (/^no (transactions|records) found/i.test(message)) return null
    const reason = typeof result === 'string' && result !== '' ? result : message
    if (/rate limit|too many requests|max calls/i.test(reason))
      throw new ExplorerError('rateLimited', `the explorer asks for fewer requests: ${reason.slice(0, 200)}`)
    throw new ExplorerError('refused', `the explorer refused: ${reason.slice(0, 200)}`)
  }
  const parsed = schema.safeParse(result)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ExplorerError('malformed', `the explorer answered wrong types: ${issue?.path.join('.')}: ${issue?.message}`)
}

const digits = z
  .string()
  .regex(/^[0-9]{1,15}$/, 'not a number in a string')
  .transform(Number)

/** The envelope of every Etherscan-compatible answer. The HTTP status is usually 200, even for errors. */
const envelopeSchema = z.object({ status: z.enum(['0', '1']), message: z.string(), result: z.unknown() })

type Envelope = z.output<typeof envelopeSchema>

export const blockNumberSchema = digits

/** The fields of a `txlist` entry that we use; all are strings. */
export const explorerTransactionSchema = z.object({
  hash: hash32Schema,
  blockNumber: digits,
  timeStamp: digits,
  /** Empty for a contract creation. */
  to: z.union([addressSchema, z.literal('')]).nullish(),
  input: z.string().regex(/^0x([0-9a-fA-F]{2})*$/, 'not call data'),
  isError: z.enum(['0', '1']),
  /** Empty on older networks. */
  txreceipt_status: z.enum(['0', '1', '']).optional(),
})

export type ExplorerTransaction = z.output<typeof explorerTransactionSchema>

/** The explorer's data can't be used. `reason` is a code; the message is for the log. */
export class ExplorerError extends Error {
  override readonly name = 'ExplorerError'
  readonly reason: ExplorerFailure

  constructor(reason: ExplorerFailure, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.reason = reason
  }
}
