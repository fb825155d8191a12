import { type BucketConfig, BucketError, openBucket } from '../images/cache/bucket.ts'
import { type Finding, fine, silenceOf, skipped, warning, wrong } from './Finding.ts'

const what = 'picture store'
const timeoutS = 5

/** Whether the bucket for originals can be written and read as servers do. It writes a small object, `parley-probe`. */
export async function examinePictureStore(store: BucketConfig | null): Promise<Finding> {
  if (store === null)
    return skipped(what, 'PICTURE_STORE_URL is not set: a server with an empty disk asks the hosts of pictures again.')
  try {
    await openBucket(store, timeoutS * 1000).probe()
    return fine(what, 'It can be written and read.')
  } catch (error) {
    const fault = error instanceof BucketError ? refused(error.code) : null
    if (fault !== null) return wrong(what, `${fault} ${meanwhile}`)
    return warning(what, `${silent(error)} ${meanwhile}`)
  }
}

const meanwhile = 'Until then originals come from their hosts.'

/** A fault of the settings; null for one that may pass. */
function refused(code: string): string | null {
  switch (code) {
    case 'InvalidAccessKeyId':
      return 'It does not know the access key. Look at PICTURE_STORE_KEY_ID.'
    case 'SignatureDoesNotMatch':
      return 'It refuses what the secret signs. Look at PICTURE_STORE_SECRET and PICTURE_STORE_REGION.'
    case 'AuthorizationHeaderMalformed':
      return 'It wants another region. Look at PICTURE_STORE_REGION.'
    case 'RequestTimeTooSkewed':
      return "This machine's clock differs too much from the store's. Have it set by the network (NTP)."
    case 'NoSuchBucket':
      return 'There is no such bucket. Make it, or look at PICTURE_STORE_URL.'
    case 'WriteAccessDenied':
      return 'The key may not write. It needs PutObject, GetObject and ListBucket.'
    case 'ReadAccessDenied':
      return 'The key may not read what it wrote. It needs GetObject.'
    case 'ListAccessDenied':
      return 'It refuses to say that an object is missing. The key needs ListBucket.'
    case 'Forgetful':
      return 'What it gives back is not what was written. Is PICTURE_STORE_URL another program, or a cache?'
    default:
      return null
  }
}

function silent(error: unknown): string {
  const reason = silenceOf(error)
  if (reason === null)
    return `Nothing came within ${timeoutS} s. Is it hanging, or PICTURE_STORE_URL another program's address?`
  return `It cannot be used: ${reason}. Look at PICTURE_STORE_URL.`
}
