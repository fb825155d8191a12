import { createECDH } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadVapidKeys, readPushConfig } from '../../src/push/vapidKeys.ts'
import { givenFolder } from '../given/engines.ts'

function pair() {
  const curve = createECDH('prime256v1')
  return { PUSH_PUBLIC_KEY: curve.generateKeys('base64url'), PUSH_PRIVATE_KEY: curve.getPrivateKey('base64url') }
}

const real = { local: false, folder: '/nowhere', publicOrigin: 'https://swap.example', trustedOrigins: [] }

describe('given a server on a real network', () => {
  it('pushes with the pair that it was given, in the name of its site', () => {
    const env = pair()
    expect(readPushConfig(env, real)).toMatchObject({
      keys: { publicKey: env.PUSH_PUBLIC_KEY, privateKey: env.PUSH_PRIVATE_KEY },
      subject: 'https://swap.example',
    })
  })

  it('pushes nothing without keys, and makes none', () => {
    expect(readPushConfig({}, real)).toBeNull()
  })

  it.each([
    ['half a pair', { PUSH_PUBLIC_KEY: pair().PUSH_PUBLIC_KEY }, 'PUSH_PRIVATE_KEY'],
    ['the other half', { PUSH_PRIVATE_KEY: pair().PUSH_PRIVATE_KEY }, 'PUSH_PUBLIC_KEY'],
    ['keys of two pairs', { ...pair(), PUSH_PUBLIC_KEY: pair().PUSH_PUBLIC_KEY }, 'PUSH_PUBLIC_KEY'],
    ['no key at all', { PUSH_PUBLIC_KEY: 'x', PUSH_PRIVATE_KEY: 'y' }, 'PUSH_PUBLIC_KEY'],
    ['no contact', { ...pair(), PUSH_CONTACT: 'somebody' }, 'PUSH_CONTACT'],
  ])('refuses to start with %s, and names the setting', (_, env, setting) => {
    expect(() => readPushConfig(env, real)).toThrow(setting)
  })
})

describe('given servers of a local world', () => {
  const folder = givenFolder()

  it('make one pair between them, and keep it where only their user can read it', async () => {
    const config = readPushConfig({}, { ...real, local: true, folder: join(folder.path(), 'push'), publicOrigin: null })
    if (config === null) throw new Error('push is off')
    const [first, second] = await Promise.all([loadVapidKeys(config), loadVapidKeys(config)])
    expect(second).toEqual(first)
    expect(await loadVapidKeys(config)).toEqual(first)
    expect(first.publicKey).toHaveLength(87)
    expect((await stat(join(folder.path(), 'push', 'push-keys.json'))).mode & 0o777).toBe(0o600)
  })
})
