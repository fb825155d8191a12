import { z } from '../zod.ts'

const longestName = 32

/** Control, invisible and direction-changing characters, with which a name could pass for another's. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

/** The start of an address, look-alikes included: a zero, an x, and hex digits. */
const addressBegins = /(^|[^\p{L}\p{N}])[0oοо〇øØ]\s*[xхχ×✕✖⨯]\s*[0-9a-f]{2}/iu
/** The two ends of an address that was cut, as pages show it. */
const addressCut = /[0-9a-f]{3,}\s*(…|\.{2,3})\s*[0-9a-f]{3,}/iu

function looksLikeAddress(text: string): boolean {
  const plain = text.normalize('NFKC')
  return /0\s*x/i.test(plain) || addressBegins.test(plain) || addressCut.test(plain)
}

/** A typed display name. It can't look like an address: only the server sets addresses as names, after a proof. */
export const voiceNameSchema = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(200)),
    z.transform((text: string) => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')),
  ),
  z.string().check(
    z.refine((text) => text.length > 0 && [...text].length <= longestName, `1 to ${longestName} characters`),
    z.refine((text) => !unseen.test(text), 'with characters that cannot be seen'),
    z.refine((text) => !looksLikeAddress(text), 'like an address'),
  ),
)
