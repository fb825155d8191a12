import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { usualProductName } from '@parley/domain'
import { ConfigError, readLogoPath, readProductName } from '@parley/server'
import { drawLogo, LogoError } from '@parley/server/worker/logo'
import { root } from '../root.ts'
import { socialCard } from './socialCard.ts'

/** Name and mark that an operator gives the page, with the files that differ for them. */
export interface OwnBrand {
  readonly name: string
  readonly ownLogo: boolean
  /** By their path in the page. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** Files that the page takes as they are. */
export const publicFolder = join(root, 'apps/web/public')

/** `PRODUCT_NAME` and `PRODUCT_LOGO`; null where neither is set. @throws {ConfigError} */
export async function readOwnBrand(env: Readonly<Record<string, string | undefined>>): Promise<OwnBrand | null> {
  const name = readProductName(env) ?? usualProductName
  const path = readLogoPath(env)
  const logo = path === null ? null : await readLogo(resolve(root, path))
  if (name === usualProductName && logo === null) return null
  const card = await socialCard({ name, logo: logo?.get('parley.svg') ?? null })
  return { name, ownLogo: logo !== null, files: new Map([...(logo ?? []), ['social.png', card]]) }
}

async function readLogo(path: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new ConfigError(
      'PRODUCT_LOGO',
      `(${path}) could not be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  })
  return drawLogo(bytes).catch((error: unknown) => {
    throw error instanceof LogoError ? new ConfigError('PRODUCT_LOGO', `(${path}) ${error.message}.`) : error
  })
}

/** Equal for brands that make the same page. */
export function brandHash({ name, ownLogo, files }: OwnBrand): string {
  const hash = createHash('sha256').update(JSON.stringify([name, ownLogo]))
  for (const [path, bytes] of files) hash.update(`\0${path}\0`).update(createHash('sha256').update(bytes).digest())
  return hash.digest('hex')
}

/**
 * Writes the files that the page takes as they are, with a brand's in place of the usual ones.
 *
 * @param folder that has nothing else in it.
 * @returns variables for the environment of the page's build.
 */
export async function layOut({ name, ownLogo, files }: OwnBrand, folder: string): Promise<{ PAGE_BRAND: string }> {
  await rm(folder, { recursive: true, force: true })
  await cp(publicFolder, folder, { recursive: true })
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  return { PAGE_BRAND: JSON.stringify({ name, ownLogo, publicDir: folder }) }
}
