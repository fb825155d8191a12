import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFetchAsset, createResolve } from '../../src/images/net/fetchAsset.ts'

let nameServer: Socket
let servers: string[]
beforeEach(async () => {
  nameServer = createSocket('udp4')
  nameServer.bind(0, '127.0.0.1')
  await once(nameServer, 'listening')
  servers = [`127.0.0.1:${nameServer.address().port}`]
})
afterEach(() => void nameServer.close())

describe('given a name server that never answers', () => {
  it('gives a look-up up in the end', async () => {
    await expect(createResolve({ servers, queryTimeoutMs: 20 })('slow.example')).rejects.toMatchObject({
      code: 'ETIMEOUT',
    })
  })

  it('holds up neither files nor pictures, however many names are waited for', async () => {
    const fetchAsset = createFetchAsset({
      trustedOrigins: [],
      resolve: createResolve({ servers, queryTimeoutMs: 200_000 }),
    })
    const gone = new AbortController()
    const limits = { timeoutMs: 600_000, maxBytes: 1_000 }
    const asked = once(nameServer, 'message')
    let settled = 0
    const fetches = Array.from({ length: 64 }, (_, at) =>
      fetchAsset(new URL(`http://slow${at}.example/`), limits, gone.signal).then(
        () => (settled += 1),
        () => (settled += 1),
      ),
    )
    await asked
    expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap')
    const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    await Promise.all(Array.from({ length: 8 }, () => readFile(import.meta.filename)))
    await Promise.all(Array.from({ length: 8 }, () => picture.clone().webp().toBuffer()))
    expect(settled).toBe(0)
    gone.abort()
    await Promise.all(fetches)
  })
})

describe('given a name of this machine', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', 'evil.localhost'])('sends no query for %s', async (name) => {
    let questions = 0
    nameServer.on('message', () => (questions += 1))
    expect(await createResolve({ servers })(name)).toEqual([{ address: '127.0.0.1', family: 4 }])
    expect(questions).toBe(0)
  })
})

/** Answers each question with the address of its family, or with none. */
function answerWith({ four, six }: { readonly four?: readonly number[]; readonly six?: readonly number[] }): void {
  nameServer.on('message', (query, { port, address }) => {
    // The type is four bytes before the end of the question, which ends at the first zero length.
    const end = query.indexOf(0, 12) + 5
    const type = query.readUInt16BE(end - 4)
    const data = type === 1 ? four : six
    const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0])
    query.copy(head, 0, 0, 2)
    const record = data ? Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]) : Buffer.alloc(0)
    nameServer.send(Buffer.concat([head, query.subarray(12, end), record]), port, address)
  })
}

describe('given a name server that answers', () => {
  const loopback6 = [...Array.from({ length: 15 }, () => 0), 1]

  it('takes the addresses of both families', async () => {
    answerWith({ four: [93, 184, 216, 34], six: loopback6 })
    expect(await createResolve({ servers, queryTimeoutMs: 200_000 })('some.example')).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '::1', family: 6 },
    ])
  })

  it('takes one family where the other has none', async () => {
    answerWith({ four: [93, 184, 216, 34] })
    expect(await createResolve({ servers, queryTimeoutMs: 200_000 })('some.example')).toEqual([
      { address: '93.184.216.34', family: 4 },
    ])
  })

  it('refuses a name that is public in one family and private in the other', async () => {
    answerWith({ four: [93, 184, 216, 34], six: loopback6 })
    const fetchAsset = createFetchAsset({
      trustedOrigins: [],
      resolve: createResolve({ servers, queryTimeoutMs: 200_000 }),
    })
    const limits = { timeoutMs: 200_000, maxBytes: 1_000 }
    await expect(fetchAsset(new URL('http://some.example/'), limits)).rejects.toMatchObject({ problem: 'refused' })
  })
})
