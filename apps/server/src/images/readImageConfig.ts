import { ConfigError } from '../config/serverConfig.ts'
import type { BucketConfig } from './cache/bucket.ts'
import type { ImgproxyConfig } from './createImgproxy.ts'

type Env = Readonly<Record<string, string | undefined>>

/** @throws {ConfigError} */
export function readStoreConfig(env: Env): BucketConfig | null {
  const [address, keyId, secret] = [env['PICTURE_STORE_URL'], env['PICTURE_STORE_KEY_ID'], env['PICTURE_STORE_SECRET']]
  if (!address) {
    if (keyId || secret) throw new ConfigError('PICTURE_STORE_URL', 'must name the bucket that the key is for.')
    return null
  }
  const url = plainUrl('PICTURE_STORE_URL', address, 'the address of a bucket like https://s3.example/parley-pictures')
  if (!keyId) throw new ConfigError('PICTURE_STORE_KEY_ID', 'must be the access key for PICTURE_STORE_URL.')
  if (!secret) throw new ConfigError('PICTURE_STORE_SECRET', 'must be the secret of PICTURE_STORE_KEY_ID.')
  const region = env['PICTURE_STORE_REGION'] || 'us-east-1'
  if (!/^[a-z0-9-]{1,60}$/.test(region))
    throw new ConfigError('PICTURE_STORE_REGION', `must be the name of a region like eu-central-1, not "${region}".`)
  return { url, region, keyId, secret }
}

/** @throws {ConfigError} */
export function readImgproxyConfig(env: Env, publicOrigin: string | null): ImgproxyConfig | null {
  const address = env['IMGPROXY_URL']
  if (!address) {
    const stray = ['IMGPROXY_KEY', 'IMGPROXY_SALT', 'IMGPROXY_SOURCE_URL'].find((name) => env[name])
    if (stray) throw new ConfigError('IMGPROXY_URL', `must name the imgproxy that ${stray} is for.`)
    return null
  }
  const url = plainUrl('IMGPROXY_URL', address, 'the address of an imgproxy like http://imgproxy:8080')
  const source = env['IMGPROXY_SOURCE_URL'] || publicOrigin
  if (!source)
    throw new ConfigError('IMGPROXY_SOURCE_URL', 'must be the origin at which imgproxy reaches these servers.')
  return {
    url,
    key: hexadecimal(env, 'IMGPROXY_KEY'),
    salt: hexadecimal(env, 'IMGPROXY_SALT'),
    sourceUrl: plainUrl('IMGPROXY_SOURCE_URL', source, 'an origin like http://parley:4300'),
  }
}

/** An address that a path can be put behind, with a slash at its end. */
function plainUrl(name: string, text: string, meant: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.search}${url.hash}` === ''
  if (!isPlain) throw new ConfigError(name, `must be ${meant}.`)
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}

/** A shorter key can be guessed. */
const leastBytes = 16

function hexadecimal(env: Env, name: string): Buffer {
  const text = env[name] ?? ''
  const bytes = Buffer.from(text, 'hex')
  if (bytes.length < leastBytes || bytes.length * 2 !== text.length)
    throw new ConfigError(name, `must be what imgproxy has as ${name}: at least ${leastBytes} bytes in hexadecimal.`)
  return bytes
}
