import { Breach } from '../breach.ts'
import type { Exchanged, Line } from '../crowd.ts'
import { sourceHeaders, type Source } from '../network.ts'
import type { Scene } from './surface.ts'

const answerTimeoutMs = 60_000
const wholeTimeoutMs = 5_000

interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: readonly string[]
  readonly body?: string | undefined
  readonly claimed?: string | undefined
}

/** Sends a request by hand, since no client would send these, and asks that the answer be no failure of the server's own. */
export async function sendByHand(scene: Scene, source: Source, sent: Sent): Promise<Exchanged> {
  const { method = 'GET', path, headers = [], body, claimed } = sent
  const named = Object.entries(sourceHeaders(source, claimed)).map(([name, value]) => `${name}: ${value}`)
  const all = [...named, 'connection: close', ...headers]
  if (body !== undefined) all.push(`content-length: ${Buffer.byteLength(body)}`)
  const bytes = Buffer.from(`${method} ${path} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n${body ?? ''}`)
  const line = await scene.crowd.connect(source)
  line.write(bytes)
  const status = await line.status(answerTimeoutMs)
  await line.until(() => isWhole(line), wholeTimeoutMs)
  const answer = { status, text: line.received.toString('latin1'), wasLeft: line.isLeft }
  line.close()
  const asked = `${method} ${path.slice(0, 120)}`
  if (answer.status === 500) throw new Breach('fault', `${asked}: status 500 ${answer.text.slice(-200)}`)
  if (answer.status === null && !answer.wasLeft) throw new Breach('fault', `${asked}: no answer`)
  return answer
}

/** A stream has no length, and is not waited for. */
function isWhole(line: Line): boolean {
  const text = line.received.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(text) ?? []
  return end >= 0 && text.length >= end + 4 + Number(length)
}
