import { isRevert } from '@parley/chain'
import type { WireFailure } from '@parley/protocol'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BaseError } from 'viem'
import { ForkMismatchError, MissingHeaderError } from '../indexer/reads/rpcBlocks.ts'
import { failureText } from '../log.ts'

/** A request that is answered with a failure. `retryAfterS` becomes the Retry-After header. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly body: WireFailure
  readonly retryAfterS: number | undefined

  constructor(
    status: number,
    error: string,
    details: Partial<Pick<WireFailure, 'field' | 'offer' | 'code'>> & { retryAfterS?: number } = {},
  ) {
    super(`${status}: ${error}`)
    const { retryAfterS, ...rest } = details
    this.status = status
    this.body = { success: false, error, ...rest }
    this.retryAfterS = retryAfterS
  }
}

type RateLimit = ReturnType<FastifyInstance['createRateLimit']>

/** Counts a request against a limit of its own. @throws {HttpError} 429 where the address has sent too many. */
export async function enforceLimit(limit: RateLimit, request: FastifyRequest): Promise<void> {
  const state = await limit(request)
  if (state.isAllowed || !state.isExceeded) return
  throw new HttpError(429, 'too many requests: wait as long as Retry-After says', { retryAfterS: state.ttlInSeconds })
}

/** Every failure leaves as `{success: false, error, field?}`, and the cause of a 500 stays in the log. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => answerError(error, request, reply))
}

/** Also serves for requests so malformed that no route is reached. */
export function answerError(
  error: FastifyError | HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof HttpError) {
    if (error.retryAfterS !== undefined) reply.header('retry-after', error.retryAfterS)
    return reply.code(error.status).send(error.body)
  }
  const missing = unavailableReason(error)
  if (missing !== null) {
    request.log.warn({ reason: failureText(error) }, `a request failed: ${missing}`)
    return reply.code(503).header('retry-after', retryAfterS).send(failure(missing))
  }
  const status = error.statusCode ?? 500
  if (status < 500) return reply.code(status).send(failure(words[status] ?? error.message))
  request.log.error({ err: error }, 'a request failed')
  return reply
    .code(status)
    .send(failure(status === 503 ? 'the server is shutting down' : 'the server failed to answer'))
}

/** For temporary failures: the page retries. */
const retryAfterS = 2

const words: Readonly<Record<number, string>> = {
  413: 'the body is too large',
  415: 'the body must be application/json',
  429: 'too many requests: wait as long as Retry-After says',
}

function failure(error: string): WireFailure {
  return { success: false, error }
}

/** SQLSTATE classes of a PostgreSQL that is down, full or stopping, as opposed to a wrong statement. */
const awayStates = /^(08|53|57|58|25006|40)/
const brokenConnection =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)|^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM)/
/** What the engines say without a code that tells. */
const lostConnection =
  /^(cannot (commit|rollback)|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

const chainIsAway = 'the chain cannot be reached at the moment'

/** Names the dependency whose outage made a request fail. @returns null if the request itself is at fault. */
function unavailableReason(error: unknown): string | null {
  if (error instanceof ForkMismatchError || error instanceof MissingHeaderError) return chainIsAway
  if (error instanceof BaseError) return isRevert(error) ? null : chainIsAway
  return isRefusedByDatabase(error) ? 'the database does not answer' : null
}

/** Whether a statement failed for a reason other than itself, at least for now. */
function isRefusedByDatabase(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // The database's socket is a file, which goes with it.
  const isNotThere = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return isNotThere || awayStates.test(code) || brokenConnection.test(code) || lostConnection.test(error.message)
}

/** A statement that took too long, and two that waited for each other. The database is there, and the fault may be ours. */
const ownStates: ReadonlySet<unknown> = new Set(['57014', '40P01'])

/** Whether work failed because the database can't be reached, or takes no statements at the moment. */
export function isDatabaseAway(error: unknown): boolean {
  return isRefusedByDatabase(error) && !(error instanceof Error && 'code' in error && ownStates.has(error.code))
}
