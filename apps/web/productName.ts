import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { product } from '../../packages/domain/src/product.ts'
import { webManifest } from './webManifest.ts'

const themeFirst = new URL('./src/app/theme-first.js', import.meta.url)

/**
 * Puts the product's name, which stands in one place, into what is served before any of our scripts, and the script that chooses
 * the light into the page itself: a request of its own would hold up the first paint. The server names it by its hash.
 */
export function productName(): Plugin {
  return {
    name: 'product-name',
    transformIndexHtml: (html) =>
      named(
        html.replace(
          '<!-- theme-first.js -->',
          () => `<script>${withoutComments(readFileSync(themeFirst, 'utf8'))}</script>`,
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
    },
  }
}

function withoutComments(script: string): string {
  return script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('//'))
    .join('\n')
}

function named(text: string): string {
  return text.replaceAll('%PRODUCT_NAME%', product.name).replaceAll('%PRODUCT_SLUG%', product.slug)
}
