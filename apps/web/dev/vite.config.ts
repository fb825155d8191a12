import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { productName } from '../productName.ts'
import { drawToken, isCollectionKey } from '../../../testkit/src/art/drawToken.ts'
import { avalancheCollections } from '../../../packages/domain/src/avalanche-collections.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Answers imports of the page's hooks with the sample ones of the same name. */
function sampleHooks(): Plugin {
  return {
    name: 'sample-hooks',
    enforce: 'pre',
    resolveId(source, importer) {
      const name = basename(source)
      if (
        !importer ||
        importer.startsWith(join(here, 'hooks')) ||
        !/^(use[A-Z]\w*|openSession|rememberedWallet|SessionProvider|chainTime)\.ts$/.test(name)
      )
        return null
      const sample = join(here, 'hooks', name)
      return existsSync(sample) ? sample : null
    },
  }
}

/** Draws the pictures that the server would fetch; id 13 never has one. */
function samplePictures(): Plugin {
  return {
    name: 'sample-pictures',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const match = /^\/api\/nft\/(0x\w+)\/(\d+)\/image/.exec(request.url ?? '')
        const row = avalancheCollections.find((one) => one.address.toLowerCase() === match?.[1]?.toLowerCase())
        if (!match) return next()
        if (!row || match[2] === '13' || !isCollectionKey(row.key)) {
          response.statusCode = 404
          return response.end()
        }
        response.setHeader('content-type', 'image/svg+xml')
        response.end(drawToken(row.key, Number(match[2])))
      })
    },
  }
}

export default defineConfig({
  root: here,
  publicDir: '../public',
  plugins: [productName(), sampleHooks(), samplePictures(), react()],
  server: { fs: { allow: ['../../..'] }, hmr: false },
  build: { assetsInlineLimit: 0 },
})
