import { usualProductName } from '../../packages/domain/src/product.ts'

interface BuildBrand {
  readonly name: string
  readonly ownLogo: boolean
  /** Holds the files that the page takes as they are. */
  readonly publicDir: string
}

const usual: BuildBrand = { name: usualProductName, ownLogo: false, publicDir: 'public' }

/** What the page is called, and whose mark it has. The command that builds it has checked both: `tools/page/ownBrand.ts`. */
export const pageBrand: BuildBrand = { ...usual, ...JSON.parse(process.env['PAGE_BRAND'] ?? '{}') }

/** For everything that is built: page, service worker, and what draws documents. */
export const brandDefines = {
  builtProductName: JSON.stringify(pageBrand.name),
  builtFileStem: JSON.stringify(pageBrand.name.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')),
  hasOwnLogo: JSON.stringify(pageBrand.ownLogo),
} as const
