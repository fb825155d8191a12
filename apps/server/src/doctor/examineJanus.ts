import { z } from 'zod'
import type { JanusConfig } from '../config/serverConfig.ts'
import { failureText } from '../log.ts'
import { videoRoom } from '../voice/bridge/Janus.ts'
import { type Finding, fine, skipped, warning, wrong } from './Finding.ts'

const what = 'janus'
const timeoutMs = 5_000
/** Of Debian 12, with which the tests run. */
const oldestVersion = 1_102
const unauthorized = 403

const answerSchema = z.looseObject({
  janus: z.string(),
  version: z.optional(z.int()),
  version_string: z.optional(z.string()),
  api_secret: z.optional(z.boolean()),
  plugins: z.optional(z.record(z.string(), z.unknown())),
  error: z.optional(z.looseObject({ code: z.int(), reason: z.string() })),
})
type Answer = z.output<typeof answerSchema>

/** Whether Janus can carry large rooms. It has to answer, let us in, be new enough, and have its VideoRoom. */
export async function examineJanus(janus: JanusConfig | null): Promise<Finding> {
  if (janus === null)
    return skipped(what, 'JANUS_URL is not set: an open room holds eight, and the ninth is led to the next room.')
  const secret = janus.secret === null ? {} : { apisecret: janus.secret }
  try {
    const info = await ask(janus.url, { janus: 'info' })
    // Anyone may ask for that. A session is for those with the secret.
    const { error } = await ask(janus.url, { janus: 'create', ...secret })
    if (error?.code === unauthorized)
      return wrong(what, 'It refuses the secret. JANUS_SECRET must be the api_secret of its janus.jcfg.')
    if (error) return wrong(what, `It opens no session: ${error.reason}.`)
    if ((info.version ?? 0) < oldestVersion)
      return wrong(what, `It is version ${info.version_string ?? 'unknown'}. Install 1.1.2 or newer.`)
    if (!Object.hasOwn(info.plugins ?? {}, videoRoom))
      return wrong(what, 'Its VideoRoom plugin is missing. Take libjanus_videoroom.so out of `disable` in janus.jcfg.')
    if (info.api_secret === false)
      return warning(
        what,
        'It has no api_secret: whoever reaches its API can enter every call. Set one, and JANUS_SECRET.',
      )
    return fine(what, `It answers, as version ${info.version_string}.`)
  } catch (error) {
    return wrong(
      what,
      `It does not answer: ${failureText(error)}. Is it running, and JANUS_URL its WebSocket API? Until then open rooms hold eight.`,
    )
  }
}

async function ask(url: string, request: Readonly<Record<string, unknown>>): Promise<Answer> {
  const socket = new WebSocket(url, 'janus-protocol')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
  socket.addEventListener('open', () => socket.send(JSON.stringify({ ...request, transaction: 'doctor' })))
  socket.addEventListener('message', ({ data }) => resolve(String(data)))
  socket.addEventListener('error', () => reject(new Error('the connection failed')))
  socket.addEventListener('close', () => reject(new Error('the connection was closed')))
  try {
    const text = await promise
    return readAnswer(text)
  } finally {
    clearTimeout(timer)
    socket.close()
  }
}

function readAnswer(text: string): Answer {
  try {
    return answerSchema.parse(JSON.parse(text))
  } catch {
    throw new Error('what it says is not of Janus')
  }
}
