import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { product } from '../../packages/domain/src/product.ts'

const themeFirst = new URL('./src/app/theme-first.js', import.meta.url)

/** Puts the product's name, which stands in one place, into what is served before any of our scripts: the page itself and `/theme.js`. */
export function productName(): Plugin {
  return {
    name: 'product-name',
    transformIndexHtml: (html) => named(html),
    configureServer(server) {
      server.middlewares.use('/theme.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(themeScript())
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'theme.js', source: themeScript() })
    },
  }
}

function themeScript(): string {
  return named(readFileSync(themeFirst, 'utf8'))
}

function named(text: string): string {
  return text.replaceAll('%PRODUCT_NAME%', product.name).replaceAll('%PRODUCT_SLUG%', product.slug)
}
