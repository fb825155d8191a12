import { createHmac } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { serveHttp, startS3, type TestS3 } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectWarning, expectWrong, faults, openDoctor, type Doctor } from './openDoctor.ts'

let doctor: Doctor
beforeAll(async () => {
  doctor = await openDoctor()
})
afterAll(() => doctor.close())

const findings: Doctor['findings'] = (...given) => doctor.findings(...given)

describe('given a picture store, and one wrong thing', () => {
  let store: TestS3
  beforeAll(async () => {
    store = await startS3()
  })
  afterEach(() => store.fail('none'))
  afterAll(() => store.stop())

  it('finds nothing where it is right', async () => {
    const found = await findings(store.settings)
    expect(faults(found)).toEqual([])
    expect(found).toContainEqual({ what: 'picture store', state: 'fine', words: 'It can be written and read.' })
  })

  it('the key, or its secret', async () => {
    const stranger = await findings({ ...store.settings, PICTURE_STORE_KEY_ID: 'a-stranger' })
    expectWrong(stranger, 'picture store', /does not know the access key.*PICTURE_STORE_KEY_ID/)
    const refused = await findings({ ...store.settings, PICTURE_STORE_SECRET: 'a-secret-of-another' })
    expectWrong(refused, 'picture store', /refuses what the secret signs.*PICTURE_STORE_SECRET/)
    expect(JSON.stringify(refused)).not.toContain('a-secret-of-another')
  })

  it('a bucket that is not there', async () => {
    const env = { ...store.settings, PICTURE_STORE_URL: `${store.settings.PICTURE_STORE_URL}-elsewhere` }
    expectWrong(await findings(env), 'picture store', /no such bucket.*PICTURE_STORE_URL/)
  })

  it('a key that may not write, or may not list', async () => {
    store.fail('readOnly')
    expectWrong(await findings(store.settings), 'picture store', /may not write.*PutObject/)
    store.fail('unlisted')
    expectWrong(await findings(store.settings), 'picture store', /needs ListBucket/)
  })

  it('another program at its address', async () => {
    await withProgram(
      (_, response) => void response.end('<html>welcome</html>'),
      async (url) => {
        const env = { ...store.settings, PICTURE_STORE_URL: `${url}/pictures` }
        expectWrong(await findings(env), 'picture store', /not what was written.*PICTURE_STORE_URL/)
      },
    )
  })

  it('one that hangs, cuts its answers off, or is away, which may pass', async () => {
    store.fail('hang')
    expectWarning(await findings(store.settings), 'picture store', /Nothing came within 5 s/)
    store.fail('cut')
    expectWarning(await findings(store.settings), 'picture store', /cannot be used.*PICTURE_STORE_URL/)
    await store.kill()
    expectWarning(await findings(store.settings), 'picture store', /ECONNREFUSED.*PICTURE_STORE_URL.*from their hosts/)
    await store.restart()
    store.fail('none')
    expect(faults(await findings(store.settings))).toEqual([])
  })
})

describe('given an imgproxy, and one wrong thing', () => {
  const key = '00112233445566778899aabbccddeeff'
  const salt = 'ffeeddccbbaa99887766554433221100'
  const settings = (url: string) => ({
    IMGPROXY_URL: url,
    IMGPROXY_KEY: key,
    IMGPROXY_SALT: salt,
    IMGPROXY_SOURCE_URL: 'http://parley:4300',
  })

  /** Answers as imgproxy does where it can't reach the picture. */
  const standIn =
    ({ checks = true } = {}): RequestListener =>
    ({ url = '' }, response) => {
      if (url === '/health') return void response.end('imgproxy is running')
      const [, signature, path = ''] = /^\/([^/]+)(\/.*)$/.exec(url) ?? []
      const wanted = createHmac('sha256', Buffer.from(key, 'hex')).update(Buffer.from(salt, 'hex')).update(path)
      const isSigned = wanted.digest('base64url') === signature
      response.writeHead(checks && !isSigned ? 403 : 404).end()
    }

  it('finds nothing where it is right', () =>
    withProgram(standIn(), async (url) => {
      const found = await findings(settings(url))
      expect(faults(found)).toEqual([])
      expect(found).toContainEqual(expect.objectContaining({ what: 'imgproxy', state: 'fine' }))
    }))

  it('another key or salt, which is not shown', () =>
    withProgram(standIn(), async (url) => {
      for (const other of [{ IMGPROXY_KEY: salt }, { IMGPROXY_SALT: key }]) {
        const found = await findings({ ...settings(url), ...other })
        expectWrong(found, 'imgproxy', /refuses what IMGPROXY_KEY and IMGPROXY_SALT sign.*workers scale/)
        expect(JSON.stringify(found)).not.toContain(salt)
      }
    }))

  it('one that checks no signature', () =>
    withProgram(standIn({ checks: false }), async (url) =>
      expectWarning(await findings(settings(url)), 'imgproxy', /without a signature.*IMGPROXY_KEY/),
    ))

  it('another program at its address', () =>
    withProgram(
      (_, response) => void response.writeHead(404).end(),
      async (url) => expectWrong(await findings(settings(url)), 'imgproxy', /is not imgproxy.*IMGPROXY_URL/),
    ))

  it('one that hangs, or is away', async () => {
    await withProgram(
      (request) => void request.resume(),
      async (url) => expectWarning(await findings(settings(url)), 'imgproxy', /Nothing came within 5 s/),
    )
    expectWarning(await findings(settings('http://127.0.0.1:2')), 'imgproxy', /ECONNREFUSED.*IMGPROXY_URL.*workers/)
  })
})

/** A web server of this test. */
async function withProgram(answer: RequestListener, look: (url: string) => Promise<void>): Promise<void> {
  const { url, stop } = await serveHttp(answer)
  try {
    await look(url)
  } finally {
    await stop()
  }
}
