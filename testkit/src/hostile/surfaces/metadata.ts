import fc from 'fast-check'
import type { Random } from '../../art/random.ts'
import type { Dish } from '../kitchen.ts'
import { strangerSource } from '../network.ts'
import { askPicture } from './askPicture.ts'
import { valueOf, whole, type Attack, type Surface } from './surface.ts'

/** What contracts and their web servers say of a token. */
export const metadata: Surface = {
  name: 'metadata',
  plan: (dice) => dice.pick([documents, documents, redirects, places, contractWords])(dice),
}

/** JSON too deep, too large, too odd, or none at all. */
function documents(dice: Random): Attack {
  const kind = dice.pick(['any', 'deep', 'large', 'attributes', 'images', 'prototype', 'names', 'encoded', 'slow'])
  const any = kind === 'any' ? valueOf(dice, fc.json({ maxDepth: 4 })) : ''
  const name = kind === 'names' ? valueOf(dice, fc.string({ unit: 'binary', maxLength: 300 })).toWellFormed() : ''
  const made: Readonly<Record<typeof kind, Dish>> = {
    any: { body: () => any },
    deep: { body: () => '['.repeat(100_000) },
    large: { body: () => `{"name":"${'n'.repeat(5_000_000)}"}` },
    attributes: { body: () => `{"attributes":[${'{"trait_type":"a","value":"b"},'.repeat(50_000)}1]}` },
    images: { body: () => JSON.stringify({ image: [1], image_url: {}, image_data: '<svg', animation_url: 7 }) },
    prototype: {
      body: () => '{"__proto__":{"name":"x"},"constructor":{"prototype":{"image":"y"}},"name":{"toString":1}}',
    },
    names: { body: () => JSON.stringify({ name, description: '\u202e'.repeat(1_000), attributes: [{ value: name }] }) },
    encoded: { headers: { 'content-encoding': 'gzip' }, body: () => 'this is not gzip' },
    slow: { manner: dice.pick(['drip', 'hang', 'endless', 'mute']), body: () => '{"name":' },
  }
  return ask(dice, `metadata (${kind})`, made[kind])
}

function ask(dice: Random, what: string, dish: Dish): Attack {
  return {
    what,
    async run(scene) {
      const token = await scene.token()
      scene.arena.kitchen.serve(`/meta/${token}`, dish)
      const source = strangerSource(scene.crowd.door, dice)
      askPicture(scene, source, { token, size: 'metadata' })
      if (dice.chance(0.5)) askPicture(scene, source, { token, size: '256' })
    },
  }
}

/** Redirects in circles, in long lines, to nowhere, and inwards. */
function redirects(dice: Random): Attack {
  const kind = dice.pick(['circle', 'line', 'nowhere', 'inwards', 'scheme'])
  return {
    what: `redirects (${kind})`,
    async run(scene) {
      const token = await scene.token()
      const { kitchen, canary } = scene.arena
      const next = (path: string): string =>
        ({
          circle: `/meta/${token}`,
          line: `${path}x`,
          nowhere: 'http://',
          inwards: canary.url,
          scheme: 'file:///etc/passwd',
        })[kind]
      for (let hop = 0, path = `/meta/${token}`; hop < 12; hop += 1, path += 'x')
        kitchen.serve(path, { status: dice.pick([301, 302, 303, 307, 308]), headers: { location: next(path) } })
      askPicture(scene, strangerSource(scene.crowd.door, dice), { token, size: 'metadata' })
    },
  }
}

/** Every way to write an address of this machine, or of another that a stranger must not reach through us. */
function inwardPlaces(port: number): readonly string[] {
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::]',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    'user@127.0.0.1',
  ]
  return [
    ...hosts.map((host) => `http://${host}:${port}/x`),
    `http://127.0.0.1:${port}@evil.example/`,
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00::1]/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
    'data:image/svg+xml;base64,!!!!',
    `data:application/json,${'%7B'.repeat(9_000)}`,
    'ipfs://../../etc/passwd',
    'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPF/../../x',
    'ipfs://',
    'ar://%2e%2e/%2e%2e',
    'javascript:1',
    '\u0000http://127.0.0.1/',
    '//127.0.0.1/x',
    'http:/\\127.0.0.1/',
    'h',
    ' ',
  ]
}

/** Metadata that is right and names a picture where no picture should be fetched from. */
function places(dice: Random): Attack {
  const which = dice()
  return {
    what: 'a picture at an odd place',
    async run(scene) {
      const token = await scene.token()
      const list = inwardPlaces(scene.arena.canary.port)
      const place = list[Math.floor(which * list.length)]
      const body = (): string => JSON.stringify({ image: place, image_url: place, animation_url: place })
      scene.arena.kitchen.serve(`/meta/${token}`, { body })
      askPicture(scene, strangerSource(scene.crowd.door, dice), { token, size: dice.pick(['256', 'original']) })
    },
  }
}

/** What the contract itself answers to `tokenURI`. */
function contractWords(dice: Random): Attack {
  const which = dice()
  const text = dice.chance(0.3) ? valueOf(dice, fc.string({ maxLength: 200 })) : null
  const length = whole(dice, 1, 4_000)
  return {
    what: 'an odd tokenURI',
    async run(scene) {
      const token = await scene.token()
      const list = [
        ...inwardPlaces(scene.arena.canary.port),
        'x'.repeat(length),
        `data:application/json;base64,${'A'.repeat(length)}`,
      ]
      await scene.arena.act({
        to: scene.arena.traps,
        functionName: 'storeTokenUri',
        args: [BigInt(token), (text ?? list[Math.floor(which * list.length)] ?? 'x').toWellFormed()],
      })
      askPicture(scene, strangerSource(scene.crowd.door, dice), { token, size: dice.pick(['256', 'metadata']) })
    },
  }
}
