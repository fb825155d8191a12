import { once } from 'node:events'
import { Agent, createServer, get, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { BenchRow } from '../Bench.ts'
import { startOwnProcess } from './ownProcess.ts'
import { median, timed } from './proxiedWorld.ts'

const requestsARun = 2_000
const atOnce = 16
const runs = 5

/** What the server answers at a path, and what each request carries. */
type AskedPath = (turn: number) => string | { readonly path: string; readonly headers: OutgoingHttpHeaders }

/** What `node:http` answers to every request. */
export interface BareAnswer {
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: string
}

interface Bare {
  readonly url: string
  /** Processor time of its process since its start, in milliseconds. */
  usageMs?(): Promise<number>
  stop(): Promise<void>
}

interface Compared {
  /** Where the server has a process of its own, `node:http` has one as well. */
  readonly startBare?: (answer: BareAnswer) => Promise<Bare>
  /** Processor time of the server since its start, in milliseconds. Its share of each request is then a row of its own. */
  readonly usageMs?: () => Promise<number>
}

/** `node:http` in this process. */
export async function listenBare({ headers, body }: BareAnswer): Promise<Bare> {
  const bare = createServer((_request, response) => {
    response.writeHead(200, [...headers])
    response.end(body)
  })
  bare.listen(0, '127.0.0.1')
  await once(bare, 'listening')
  return {
    url: urlOf(bare),
    async stop() {
      bare.close()
      bare.closeAllConnections()
    },
  }
}

/** `node:http` in a process of its own. */
export const startOwnBare = (answer: BareAnswer): Promise<Bare> => startOwnProcess('bareProcess.ts', {}, { ...answer })

/** The server's rate beside that of `node:http`, in turn. That gets the same requests and answers the same bytes. */
export async function againstBare(
  name: string,
  url: string,
  path: AskedPath,
  { startBare = listenBare, usageMs }: Compared = {},
): Promise<BenchRow[]> {
  const bare = await startBare(await answerOf(url, requestOf(path(0))))
  const ours: Turn[] = []
  const theirs: Turn[] = []
  try {
    // The first pages come from the disk, and the server has other things to do when it has just started.
    await rate(url, (turn) => path(turn * 7_919))
    for (let run = 0; run < runs; run += 1) {
      // A prime stride, so that no two runs ask for the same and nothing is in order.
      const asked = (turn: number) => path((run * requestsARun + turn) * 7_919)
      ours.push(await rate(url, asked, usageMs))
      theirs.push(await rate(bare.url, asked, bare.usageMs))
    }
  } finally {
    await bare.stop()
  }
  const row = (what: string, unit: string, of: (turn: Turn) => number): BenchRow => ({
    case: what,
    figure: median(ours.map(of)),
    unit,
    reference: median(theirs.map(of)),
    against: 'bare',
  })
  const rates = row(name, 'requests/s', ({ perSecond }) => perSecond)
  return usageMs ? [rates, row(`${name}: the server's processor time`, 'µs', ({ usedUs }) => usedUs)] : [rates]
}

/** What a server answers, without what `node:http` adds to every answer. */
async function answerOf(url: string, { path, headers }: ReturnType<typeof requestOf>): Promise<BareAnswer> {
  const answer = await fetch(url + path, {
    headers: new Headers(Object.entries(headers).map(([key, value]) => [key, String(value)])),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  const added = new Set(['connection', 'date', 'keep-alive'])
  return { headers: [...answer.headers].filter(([header]) => !added.has(header)).flat(), body: await answer.text() }
}

interface Turn {
  readonly perSecond: number
  /** Processor time of the server for each request, microseconds. */
  readonly usedUs: number
}

/** Requests a second with {@link atOnce} under way at a time. */
async function rate(url: string, path: AskedPath, usageMs = async () => 0): Promise<Turn> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let turn = 0
  const work = async (): Promise<void> => {
    while (turn < requestsARun) await request(url, requestOf(path(turn++)), agent)
  }
  const before = await usageMs()
  const { ms } = await timed(() => Promise.all(Array.from({ length: atOnce }, work)))
  const usedUs = (((await usageMs()) - before) * 1_000) / requestsARun
  agent.destroy()
  return { perSecond: (requestsARun * 1_000) / ms, usedUs }
}

function requestOf(asked: ReturnType<AskedPath>) {
  return typeof asked === 'string' ? { path: asked, headers: {} } : asked
}

function request(url: string, { path, headers }: ReturnType<typeof requestOf>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url + path, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`))
      response.on('end', resolve).resume()
    }).on('error', reject)
  })
}

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}`
}
