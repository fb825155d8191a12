import { once } from 'node:events'
import { Agent, createServer, get, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { BenchRow } from '../Bench.ts'
import { median, timed } from './proxiedWorld.ts'

const requestsARun = 2_000
const atOnce = 16
const runs = 5

/** What the server answers at a path, and what each request carries. */
type AskedPath = (turn: number) => string | { readonly path: string; readonly headers: OutgoingHttpHeaders }

/** The server's rate beside that of `node:http` answering the same bytes, in turn. */
export async function againstBare(name: string, url: string, path: AskedPath): Promise<BenchRow> {
  const first = requestOf(path(0))
  const answer = await fetch(url + first.path, {
    headers: new Headers(Object.entries(first.headers).map(([key, value]) => [key, String(value)])),
  })
  if (!answer.ok) throw new Error(`${first.path} answered ${answer.status}`)
  const body = await answer.text()
  const bare = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  })
  bare.listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const ours: number[] = []
  const theirs: number[] = []
  try {
    // The first pages come from the disk, and the server has other things to do when it has just started.
    await rate(url, (turn) => path(turn * 7_919))
    for (let run = 0; run < runs; run += 1) {
      // A prime stride, so that no two runs ask for the same and nothing is in order.
      ours.push(await rate(url, (turn) => path((run * requestsARun + turn) * 7_919)))
      theirs.push(await rate(urlOf(bare), () => '/'))
    }
  } finally {
    bare.close()
    bare.closeAllConnections()
  }
  return { case: name, figure: median(ours), unit: 'requests/s', reference: median(theirs), against: 'bare' }
}

/** Requests a second with {@link atOnce} under way at a time. */
async function rate(url: string, path: AskedPath): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let turn = 0
  const work = async (): Promise<void> => {
    while (turn < requestsARun) await request(url, requestOf(path(turn++)), agent)
  }
  const { ms } = await timed(() => Promise.all(Array.from({ length: atOnce }, work)))
  agent.destroy()
  return (requestsARun * 1_000) / ms
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
