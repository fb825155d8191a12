import { z } from 'zod'
import { PictureError } from '../PictureError.ts'

/** The part of a token's metadata that the product shows. Untrusted text: plain, truncated, never markup. */
export interface Metadata {
  readonly name: string | null
  readonly attributes: readonly { readonly trait: string; readonly value: string }[]
  /** Where a picture may be, the likeliest first. */
  readonly images: readonly string[]
}

const maxNameChars = 200
const maxAttributes = 100
const maxTextChars = 500

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const textOrNothing = text.optional().catch(undefined)
const attribute = z.object({ trait_type: textOrNothing, value: text })

const schema = z.object({
  name: textOrNothing,
  image: textOrNothing,
  image_url: textOrNothing,
  image_data: textOrNothing,
  animation_url: textOrNothing,
  attributes: z.array(z.unknown()).optional().catch(undefined),
})

/** Reads the JSON of a token. One wrong field costs that field. @throws {PictureError} `badMetadata` */
export function parseMetadata(bytes: Uint8Array): Metadata {
  const parsed = schema.safeParse(parseJson(bytes))
  if (!parsed.success) throw new PictureError('badMetadata')
  const { name, image, image_url, image_data, animation_url, attributes = [] } = parsed.data
  return {
    name: name === undefined ? null : plain(name, maxNameChars),
    images: [image, image_url, image_data, animation_url]
      .filter((uri) => uri !== undefined && uri.trim() !== '')
      .map(String),
    attributes: attributes.slice(0, maxAttributes).flatMap((entry) => {
      const read = attribute.safeParse(entry)
      if (!read.success) return []
      return [{ trait: plain(read.data.trait_type ?? '', maxTextChars), value: plain(read.data.value, maxTextChars) }]
    }),
  }
}

/** Control and direction characters can make one name look like another. */
function plain(value: string, maxChars: number): string {
  return value
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, (char) => (char === '\u200d' ? char : ''))
    .trim()
    .slice(0, maxChars)
}

/** JSON nested 100,000 deep overflows the parser's stack, which is an answer too. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw new PictureError('badMetadata', '', error)
  }
}
