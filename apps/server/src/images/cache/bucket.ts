import { hash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { readUpTo } from '../../lib/readUpTo.ts'

/** A bucket of an S3 API, and the key for it. */
export interface BucketConfig {
  /** The bucket's own address, by path or by host; names of objects are put behind it. Ends with a slash. */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

/** An object; without bytes where it has more than were asked for. */
interface StoredObject {
  readonly bytes: Uint8Array | null
  readonly headers: Headers
}

/** Reads and writes whole objects. Every call rejects with a {@link BucketError}, or with what `fetch` throws. */
export interface Bucket {
  /** Undefined where there is no such object. */
  get(name: string, maxBytes: number): Promise<StoredObject | undefined>
  put(name: string, bytes: Uint8Array, headers?: Readonly<Record<string, string>>): Promise<void>
  /** Does all that a server does: writes a small object, reads it, and looks for one that isn't there. */
  probe(): Promise<void>
}

/** The store's refusal, by the code that S3 has for it. `Forgetful`: a probe came back as something else. */
export class BucketError extends Error {
  override readonly name = 'BucketError'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** An original has up to 20 MB. */
const answerTimeoutMs = 5_000
const maxErrorBytes = 10_000
const probeName = 'parley-probe'
const probeText = 'Written by Parley, to see whether this bucket can be used.\n'

/** Nothing is tried twice: a caller can do without. */
export function openBucket({ url, region, keyId, secret }: BucketConfig, timeoutMs = answerTimeoutMs): Bucket {
  async function send(method: 'GET' | 'PUT', name: string, body?: Uint8Array<ArrayBuffer>, headers = {}) {
    const signer = new AwsV4Signer({
      method,
      url: url + name,
      headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? '') },
      region,
      service: 's3',
      accessKeyId: keyId,
      secretAccessKey: secret,
    })
    const signed = await signer.sign()
    return fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(body ? { body } : {}),
      // A signature is for one address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  }

  const bucket: Pick<Bucket, 'get' | 'put'> = {
    async get(name, maxBytes) {
      const response = await send('GET', name)
      if (response.ok) return { bytes: await readUpTo(response, maxBytes), headers: response.headers }
      const error = await refusal(response)
      if (response.status === 404 && error.code !== 'NoSuchBucket') return undefined
      throw error
    },
    async put(name, bytes, headers = {}) {
      const type = { 'content-type': 'application/octet-stream' }
      const response = await send('PUT', name, Uint8Array.from(bytes), { ...type, ...headers })
      if (!response.ok) throw await refusal(response)
      await response.body?.cancel()
    },
  }
  return {
    ...bucket,
    async probe() {
      await permitted('Write', bucket.put(probeName, Buffer.from(probeText)))
      const found = await permitted('Read', bucket.get(probeName, maxErrorBytes))
      if (Buffer.from(found?.bytes ?? '').toString() !== probeText) throw new BucketError('Forgetful')
      await permitted('List', bucket.get(`${probeName}-of-nothing`, maxErrorBytes))
    },
  }
}

/** Says which of the permissions is missing. S3 denies that an object is missing to a key that may not list. */
async function permitted<T>(permission: 'Write' | 'Read' | 'List', request: Promise<T>): Promise<T> {
  return request.catch((error: unknown) => {
    const isDenied = error instanceof BucketError && error.code === 'AccessDenied'
    throw isDenied ? new BucketError(`${permission}AccessDenied`) : error
  })
}

async function refusal(response: Response): Promise<BucketError> {
  const text = Buffer.from((await readUpTo(response, maxErrorBytes)) ?? '').toString()
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1]
  return new BucketError(code ?? `Status${response.status}`)
}
