import { type ImgproxyConfig, signedPath, sourceOf } from '../images/createImgproxy.ts'
import { type Finding, fine, silenceOf, skipped, warning, wrong } from './Finding.ts'

const what = 'imgproxy'
const timeoutMs = 5_000
const unsigned = '/not-a-signature/rs:fit:256:256:0/q:75/aHR0cDovL2V4YW1wbGUuY29tLw.webp'
const forbidden = 403

/** Whether it answers, takes our signature and no other. It is asked for a picture that there is not. */
export async function examineImgproxy(imgproxy: ImgproxyConfig | null): Promise<Finding> {
  if (imgproxy === null) return skipped(what, 'IMGPROXY_URL is not set: workers of each server scale pictures.')
  const base = imgproxy.url.slice(0, -1)
  const status = async (path: string): Promise<number> => {
    const response = await fetch(base + path, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    return response.status
  }
  const nobodys = { contract: '0x0000000000000000000000000000000000000000', tokenId: 0n } as const
  const nothing = sourceOf(imgproxy, nobodys, { digest: 'none', version: 'none' })
  const signed = signedPath(imgproxy, `/rs:fit:256:256:0/q:75/${Buffer.from(nothing).toString('base64url')}.webp`)
  try {
    if ((await status('/health')) !== 200)
      return wrong(what, 'What answers there is not imgproxy. Look at IMGPROXY_URL.')
    if ((await status(signed)) === forbidden)
      return wrong(
        what,
        `It refuses what IMGPROXY_KEY and IMGPROXY_SALT sign. Set the same there and here. ${meanwhile}`,
      )
    if ((await status(unsigned)) !== forbidden)
      return warning(
        what,
        'It takes requests without a signature: whoever reaches it may use it. Set its IMGPROXY_KEY.',
      )
    return fine(what, 'It answers, and takes what IMGPROXY_KEY signs.')
  } catch (error) {
    const reason = silenceOf(error)
    if (reason === null) return warning(what, `Nothing came within ${timeoutMs / 1000} s. Is it hanging? ${meanwhile}`)
    return warning(what, `It does not answer: ${reason}. Look at IMGPROXY_URL. ${meanwhile}`)
  }
}

const meanwhile = 'Until then workers scale pictures.'
