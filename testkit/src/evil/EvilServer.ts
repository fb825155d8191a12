import type { IncomingMessage, ServerResponse } from 'node:http'
import { imageUrl, liveEventsPath } from '@parley/protocol'
import { serveHttp } from '../serveHttp.ts'
import { serverLies, type Scheme, type ServerLie, type ServerLieName } from './lies.ts'

/** A server that starts honest and lies on demand. */
export interface EvilServer {
  readonly url: string
  /** Switches to these lies only. */
  tell(scheme: Scheme, ...lies: readonly ServerLieName[]): void
  /** How often each lie was served since it was selected. */
  readonly told: ReadonlyMap<ServerLieName, number>
  stop(): Promise<void>
}

interface Plot {
  readonly scheme: Scheme
  readonly lies: readonly ServerLieName[]
}

/** The parts of an answer that a lie can alter, by path. */
const subjects: readonly (readonly [
  path: RegExp,
  change: (answer: object, lie: ServerLie, scheme: Scheme) => object,
])[] = [
  [/^\/api\/config$/, (answer, { config }, scheme) => changed(config, answer, scheme)],
  [/^\/api\/((swap|expired)-offers\/|swap-offers$)/, changedOffers],
  [/^\/api\/holdings\//, (answer, { holdings }, scheme) => changed(holdings, answer, scheme)],
  [/^\/api\/nft\/\w+\/\d+$/, (answer, { nft }, scheme) => changed(nft, answer, scheme)],
  [/^\/api\/stats$/, (answer, { stats }, scheme) => changed(stats, answer, scheme)],
  [/^\/api\/escrows\//, (answer, { record }, scheme) => changed(record, answer, scheme)],
  [/^\/api\/voice\/ice$/, (answer, { ice }, scheme) => changed(ice, answer, scheme)],
]

function changed(lie: ((answer: never, scheme: Scheme) => object) | undefined, answer: object, scheme: Scheme): object {
  return lie ? Object(Reflect.apply(lie, undefined, [answer, scheme])) : answer
}

function changedOffers(answer: object, { offer }: ServerLie, scheme: Scheme): object {
  if (!offer) return answer
  const tell = (one: unknown): object => changed(offer, Object(one), scheme)
  if ('offers' in answer && Array.isArray(answer.offers)) return { ...answer, offers: answer.offers.map(tell) }
  return 'offer' in answer ? { ...answer, offer: tell(answer.offer) } : answer
}

const picturePath = /^\/api\/nft\/\w+\/\d+\/image/
/** Headers that a proxy sets itself. */
const ownHeaders = new Set(['connection', 'content-length', 'content-encoding', 'transfer-encoding', 'keep-alive'])

/** @param server the honest one behind it. */
export async function startEvilServer(server: string): Promise<EvilServer> {
  let plot: Plot | null = null
  const told = new Map<ServerLieName, number>()
  const note = (name: ServerLieName): void => void told.set(name, (told.get(name) ?? 0) + 1)

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const asked = request.url ?? '/'
    const [path = '/'] = asked.split('?')
    const honest = await passOn(request, server + (pictureInstead(plot, path, note) ?? asked), gone.signal)
    response.statusCode = honest.status
    for (const [name, value] of honest.headers)
      if (!ownHeaders.has(name))
        response.setHeader(name, name === 'content-security-policy' ? opened(plot, value) : value)
    if (path === liveEventsPath) return stream(honest, response)
    const isAnswer =
      honest.ok && (honest.headers.get('content-type') ?? '').includes('json') && path.startsWith('/api/')
    if (isAnswer) return void response.end(JSON.stringify(lied(path, JSON.parse(await honest.text()))))
    response.end(Buffer.from(await honest.arrayBuffer()))
  }

  function lied(path: string, answer: object): object {
    const change = subjects.find(([subject]) => subject.test(path))?.[1]
    if (!plot || !change) return answer
    const { scheme, lies } = plot
    return lies.reduce((before, name) => {
      const after = change(before, serverLies[name], scheme)
      if (after !== before) note(name)
      return after
    }, answer)
  }

  async function stream(honest: Response, response: ServerResponse): Promise<void> {
    response.flushHeaders()
    for (const name of plot?.lies ?? []) {
      const { events }: ServerLie = serverLies[name]
      if (!plot || !events) continue
      for (const event of events(plot.scheme)) response.write(`data: ${JSON.stringify(event)}\n\n`)
      note(name)
    }
    // The honest server's answer follows: a page must survive both.
    for await (const chunk of honest.body ?? []) response.write(chunk)
    response.end()
  }

  const { url, stop } = await serveHttp((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  return {
    url,
    told,
    tell(scheme, ...lies) {
      plot = { scheme, lies }
      told.clear()
    },
    stop,
  }
}

/** Extends the policy so that the page may call the liar's endpoint. */
function opened(plot: Plot | null, policy: string): string {
  return plot ? policy.replace('connect-src ', `connect-src ${plot.scheme.endpoint} `) : policy
}

/** Path of the picture that replaces the requested one. */
function pictureInstead(plot: Plot | null, path: string, note: (name: ServerLieName) => void): string | null {
  if (!plot || !picturePath.test(path)) return null
  for (const name of plot.lies) {
    const { picture }: ServerLie = serverLies[name]
    if (!picture) continue
    note(name)
    return imageUrl(picture(plot.scheme))
  }
  return null
}

async function passOn(request: IncomingMessage, to: string, signal: AbortSignal): Promise<Response> {
  const { method = 'GET', headers } = request
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return fetch(to, {
    method,
    redirect: 'manual',
    signal,
    headers: {
      accept: headers.accept ?? '*/*',
      ...(headers['content-type'] === undefined ? {} : { 'content-type': headers['content-type'] }),
    },
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
  })
}
