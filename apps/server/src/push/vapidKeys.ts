import { createECDH } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError, type PushConfig } from '../config/serverConfig.ts'

type Env = Readonly<Record<string, string | undefined>>

interface Reading {
  readonly local: boolean
  /** Where a local server keeps its keys. */
  readonly folder: string
  readonly publicOrigin: string | null
  readonly trustedOrigins: readonly string[]
}

/** The keys that this server signs its pushes with (RFC 8292), in base64url. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Push is on where both keys are set, and on the local network.
 *
 * @throws {ConfigError} for keys that aren't a pair.
 */
export function readPushConfig(env: Env, { local, folder, publicOrigin, trustedOrigins }: Reading): PushConfig | null {
  const publicKey = env['PUSH_PUBLIC_KEY'] || null
  const privateKey = env['PUSH_PRIVATE_KEY'] || null
  const contact = env['PUSH_CONTACT'] || publicOrigin
  if (contact && !/^(mailto:[^\s@]+@[^\s@]+|https?:\/\/\S+)$/.test(contact))
    throw new ConfigError('PUSH_CONTACT', 'must be an address like mailto:push@swap.example or https://swap.example.')
  // Push services refuse a subject of plain http; the local world has no other.
  const subject = contact?.startsWith('http:') === false ? contact : 'mailto:nobody@localhost.invalid'
  const rest = { subject, trustedOrigins }
  if (publicKey === null && privateKey === null) return local ? { keys: { folder }, ...rest } : null
  if (publicKey === null || publicKeyOf(privateKey ?? '') !== publicKey)
    throw new ConfigError(
      privateKey === null ? 'PUSH_PRIVATE_KEY' : 'PUSH_PUBLIC_KEY',
      'must be of one pair with the other push key: "npx web-push generate-vapid-keys" makes a pair.',
    )
  return { keys: { publicKey, privateKey: privateKey ?? '' }, ...rest }
}

/** @returns null where it is no private key of the curve. */
function publicKeyOf(privateKey: string): string | null {
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    return pair.getPublicKey('base64url')
  } catch {
    return null
  }
}

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() })

/** The configured keys, or those of the local world, which are made once and kept in its folder. */
export async function loadVapidKeys({ keys }: Pick<PushConfig, 'keys'>): Promise<VapidKeys> {
  if (!('folder' in keys)) return keys
  await mkdir(keys.folder, { recursive: true })
  const path = join(keys.folder, 'push-keys.json')
  const made = join(keys.folder, `push-keys.${process.pid}.${Date.now()}.json`)
  const { default: webPush } = await import('web-push')
  await writeFile(made, JSON.stringify(webPush.generateVAPIDKeys()), { mode: 0o600 })
  // Of several servers in one folder the first makes the pair: a link is not put over a file.
  await link(made, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(made, { force: true })
  return keysSchema.parse(JSON.parse(await readFile(path, 'utf8')))
}
