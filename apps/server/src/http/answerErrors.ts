import type { WireFailure } from '@parley/protocol'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failureText } from '../indexer/failureText.ts'
import { HttpError } from './httpError.ts'
import { whatIsAway } from './whatIsAway.ts'

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
  const missing = whatIsAway(error)
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
