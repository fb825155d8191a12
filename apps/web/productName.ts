import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { product } from '../../packages/domain/src/product.ts'
import { brandFile, type PageBrand } from '../../packages/protocol/src/brand.ts'
import { pageBrand } from './pageBrand.ts'
import { webManifest } from './webManifest.ts'

/** Scripts in the page itself: a request of their own would hold up the first paint. The server names them by their hashes. */
const inline = ['theme-first.js', 'start-drawn.js']

/**
 * Puts the product's name and the inline scripts into the document.
 *
 * The scripts choose the light and begin a drawn page. The name is served before any of our scripts.
 */
export function productName(): Plugin {
  return {
    name: 'product-name',
    transformIndexHtml: (html) =>
      named(
        inline.reduce(
          (text, name) => text.replace(`<!-- ${name} -->`, () => `<script>${withoutComments(read(name))}</script>`),
          html,
        ),
      ),
    configureServer(server) {
      server.middlewares.use('/manifest.webmanifest', (_request, response) => {
        response.setHeader('content-type', 'application/manifest+json')
        response.end(webManifest())
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: webManifest() })
      const { name, ownLogo } = pageBrand
      const brand: PageBrand = { name, ownLogo }
      this.emitFile({ type: 'asset', fileName: brandFile, source: JSON.stringify(brand) })
    },
  }
}

function read(name: string): string {
  return readFileSync(new URL(`./src/app/${name}`, import.meta.url), 'utf8')
}

function withoutComments(script: string): string {
  return script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('//'))
    .join('\n')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;')
}

function named(text: string): string {
  return text.replaceAll('%PRODUCT_NAME%', escaped(pageBrand.name)).replaceAll('%PRODUCT_SLUG%', product.slug)
}
