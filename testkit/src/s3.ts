import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import { glob, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dyingWithParent } from './process/processes.ts'
import { serveHttp } from './serveHttp.ts'

/** How the way to the store fails. `readOnly`: as S3 refuses a key that may not write. `cut`: half a body, then the end. */
export type S3Fault = 'none' | 'readOnly' | 'unlisted' | 'cut' | 'slow' | 'hang'

/** A server of the S3 API that checks signatures, with one bucket. */
export interface TestS3 {
  /** What a server of ours is set to. */
  readonly settings: {
    readonly PICTURE_STORE_URL: string
    readonly PICTURE_STORE_KEY_ID: string
    readonly PICTURE_STORE_SECRET: string
  }
  fail(fault: S3Fault): void
  /** Answered requests, by method. */
  requests(method: 'GET' | 'PUT'): number
  /** Ends it without a goodbye; its address refuses connections from then on. */
  kill(): Promise<void>
  /** Starts it again at the same address, with what it held. */
  restart(): Promise<void>
  /** Puts two objects in each other's place, as another program with the key can. */
  exchange(one: string, other: string): Promise<void>
  stop(): Promise<void>
}

const startTimeoutMs = 120_000
/** The one account of s3rver. */
const key = 'S3RVER'
const bucket = 'pictures'
const slowMs = 1_500
const program = fileURLToPath(import.meta.resolve('@20minutes/s3rver'))
const start = `
const S3rver = require(process.argv[1])
const directory = process.argv[2]
const configureBuckets = [{ name: '${bucket}', configs: [] }]
new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  .run()
  .then(({ port }) => console.log('listens at ' + port))`

/** Starts s3rver in a process of its own, behind a relay that can fail as networks and permissions do. */
export async function startS3(): Promise<TestS3> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-s3-'))
  let { child, port } = await startStore(folder)
  let fault: S3Fault = 'none'
  const counts = { GET: 0, PUT: 0 }

  function relay(request: IncomingMessage, response: ServerResponse): void {
    response.on('error', () => undefined)
    if (fault === 'hang') return void request.resume()
    if (fault === 'readOnly' && request.method === 'PUT') return refuse(request, response)
    const forwarded = httpRequest(
      { port, host: '127.0.0.1', method: request.method, path: request.url, headers: request.headers },
      (answer) => {
        if (request.method === 'GET' || request.method === 'PUT') counts[request.method] += 1
        if (fault === 'unlisted' && answer.statusCode === 404) {
          answer.resume()
          return refuse(request, response)
        }
        const pass = () => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          if (fault === 'cut' && request.method === 'GET' && answer.statusCode === 200)
            answer.once('data', (chunk: Buffer) => {
              response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy())
            })
          else answer.pipe(response)
        }
        if (fault === 'slow') setTimeout(pass, slowMs)
        else pass()
      },
    )
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  }

  let front = await serveHttp(relay)
  const { port: ownPort, url } = front
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    settings: {
      PICTURE_STORE_URL: `${url}/${bucket}`,
      PICTURE_STORE_KEY_ID: key,
      PICTURE_STORE_SECRET: key,
    },
    fail(next) {
      fault = next
      if (next === 'none') front.server.closeAllConnections()
    },
    requests: (method) => counts[method],
    async kill() {
      await front.stop()
      await end()
    },
    async restart() {
      await front.stop()
      await end()
      ;({ child, port } = await startStore(folder))
      front = await serveHttp(relay, { port: ownPort })
    },
    exchange: (one, other) => exchange(join(folder, bucket), [one, other]),
    async stop() {
      await front.stop()
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** s3rver keeps an object's bytes, their digest and its headers in files that begin with its name. */
async function exchange(objects: string, [one, other]: readonly [string, string]): Promise<void> {
  const files: string[] = []
  for await (const file of glob(`${one}._S3rver_*`, { cwd: objects })) files.push(file)
  if (files.length === 0) throw new Error(`${one} is not there`)
  for (const file of files) {
    const place = join(objects, file)
    const otherPlace = join(objects, file.replace(one, other))
    await rename(place, `${place}.aside`)
    await rename(otherPlace, place)
    await rename(`${place}.aside`, otherPlace)
  }
}

/** The answer of S3 to a key that lacks a permission. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  const body =
    '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'
  response.writeHead(403, { 'content-type': 'application/xml' }).end(body)
}

async function startStore(folder: string): Promise<{ child: ChildProcess; port: number }> {
  const [file, args] = dyingWithParent(process.execPath, ['-e', start, program, folder])
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const { promise: ready, resolve, reject } = Promise.withResolvers<number>()
  let said = ''
  const listen = (text: string) => {
    said = (said + text).slice(-4_000)
    const [, port] = /listens at (\d+)/.exec(said) ?? []
    if (port !== undefined) resolve(Number(port))
  }
  child.stdout.setEncoding('utf8').on('data', listen)
  child.stderr.setEncoding('utf8').on('data', listen)
  child.once('exit', () => reject(new Error(`s3rver ended: ${said}`)))
  const timer = setTimeout(() => reject(new Error(`s3rver is not ready: ${said}`)), startTimeoutMs)
  return { child, port: await ready.finally(() => clearTimeout(timer)) }
}
