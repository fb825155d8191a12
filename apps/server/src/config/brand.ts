import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { usualProductName } from '@parley/domain'
import { brandFile, brandSchema, type PageBrand } from '@parley/protocol'
import type { Brand } from '../previews/Brand.ts'
import { ConfigError } from './serverConfig.ts'

export const usualBrand: Brand = { name: usualProductName, logo: null }

/** What an operator calls the product, and how it looks. */
export const brandSettings = {
  title: 'Name and look',
  settings: [
    {
      name: 'PRODUCT_NAME',
      otherwise: "the page's; `pnpm build`: Parley",
      meaning:
        'What the product is called, up to 24 characters. Read by `pnpm build`. A server takes the name from the page that it serves, and does not start with another one here.',
    },
    {
      name: 'PRODUCT_LOGO',
      otherwise: "the product's own",
      meaning:
        'An SVG of up to 50 kB, or a PNG of at least 192 pixels a side: the mark in the header, in icons and on link cards. Read by `pnpm build`.',
    },
    {
      name: 'SUPPORT_URL',
      otherwise: 'none',
      meaning:
        'Where Help leads people who find no answer there, like `https://help.swap.example` or `mailto:help@swap.example`. Read by `pnpm build`.',
    },
  ],
} as const

type Env = Readonly<Record<string, string | undefined>>

const maxNameLength = 24
const namePattern = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M} .'’&+-]*[\p{L}\p{N}\p{M}])?$/u

/** `PRODUCT_NAME`; null where it is not set. @throws {ConfigError} */
export function readProductName(env: Env): string | null {
  const name = env['PRODUCT_NAME']?.trim().normalize('NFC')
  if (!name) return null
  if (name.length > maxNameLength || !namePattern.test(name))
    throw new ConfigError(
      'PRODUCT_NAME',
      `must be a name of up to ${maxNameLength} letters, digits, spaces and . ' & + - that begins and ends with a letter or digit, not "${name}".`,
    )
  return name
}

/** `PRODUCT_LOGO`: the path of a file, for the build; null for the product's own mark. */
export function readLogoPath(env: Env): string | null {
  return env['PRODUCT_LOGO']?.trim() || null
}

/** @throws {ConfigError} where `PRODUCT_NAME` is another name than the page was built with. */
export function readBrand(webDist: string | null, env: Env): Brand {
  const wanted = readProductName(env)
  const page = webDist === null ? null : pageBrandIn(webDist)
  if (webDist === null || page === null) return { ...usualBrand, name: wanted ?? usualProductName }
  if (wanted !== null && wanted !== page.name)
    throw new ConfigError(
      'PRODUCT_NAME',
      `is "${wanted}", but the page in WEB_DIST (${webDist}) was built as "${page.name}". Build it again: pnpm build`,
    )
  return { name: page.name, logo: page.ownLogo ? logoOf(webDist) : null }
}

/** Null where no page is built, or one that does not say. */
function pageBrandIn(webDist: string): PageBrand | null {
  let text: string
  try {
    text = readFileSync(join(webDist, brandFile), 'utf8')
  } catch {
    return null
  }
  const parsed = brandSchema.safeParse(parseJson(text))
  if (!parsed.success)
    throw new ConfigError('WEB_DIST', `(${webDist}) is a page whose ${brandFile} cannot be read. Build it again.`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function logoOf(webDist: string): Uint8Array {
  try {
    return readFileSync(join(webDist, 'parley.svg'))
  } catch {
    throw new ConfigError('WEB_DIST', `(${webDist}) is a page without its mark. Build it again.`)
  }
}
