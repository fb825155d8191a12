import { createDecipheriv, scryptSync, timingSafeEqual } from 'node:crypto'
import { concat, hexToBytes, keccak256, toHex, type Hex } from 'viem'
import { DeployError } from './DeployError.ts'

interface Keystore {
  readonly crypto: {
    readonly cipher: 'aes-128-ctr'
    readonly ciphertext: string
    readonly cipherparams: { readonly iv: string }
    readonly kdf: 'scrypt'
    readonly kdfparams: {
      readonly n: number
      readonly r: number
      readonly p: number
      readonly dklen: number
      readonly salt: string
    }
    readonly mac: string
  }
}

const maxMemoryBytes = 1024 ** 3

function bytes(hex: string): Uint8Array {
  return hexToBytes(hex.startsWith('0x') ? `0x${hex.slice(2)}` : `0x${hex}`)
}

function isKeystore(value: unknown): value is Keystore {
  if (typeof value !== 'object' || value === null || !('crypto' in value)) return false
  const { crypto } = value
  return (
    typeof crypto === 'object' &&
    crypto !== null &&
    'kdf' in crypto &&
    crypto.kdf === 'scrypt' &&
    'cipher' in crypto &&
    crypto.cipher === 'aes-128-ctr' &&
    'kdfparams' in crypto &&
    'mac' in crypto
  )
}

/**
 * The private key in a version 3 keystore (scrypt, AES-128-CTR) of a wallet or `cast wallet`.
 * @throws {DeployError} bad-keystore, wrong-password
 */
export function openKeystore(text: string, password: string): Hex {
  const parsed: unknown = JSON.parse(text)
  if (!isKeystore(parsed))
    throw new DeployError('bad-keystore', 'The keystore is not of version 3 with scrypt and aes-128-ctr.')
  const { ciphertext, cipherparams, kdfparams, mac } = parsed.crypto
  const { n: N, r, p, dklen, salt } = kdfparams
  const derived = scryptSync(password, bytes(salt), dklen, { N, r, p, maxmem: maxMemoryBytes })
  const expected = hexToBytes(keccak256(concat([derived.subarray(16, 32), bytes(ciphertext)])))
  if (!timingSafeEqual(expected, bytes(mac)))
    throw new DeployError('wrong-password', 'The password does not open the keystore.')
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), bytes(cipherparams.iv))
  return toHex(Buffer.concat([decipher.update(bytes(ciphertext)), decipher.final()]))
}
