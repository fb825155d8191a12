import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './chunkGroups.ts'
import { compressed } from './compressed.ts'
import { darkWithoutScripts } from './darkWithoutScripts.ts'
import { deploymentBlock } from './deploymentBlock.ts'
import { drawingFile } from './drawingFile.ts'
import { layersFirst } from './layersFirst.ts'
import { ownCryptography } from './ownCryptography.ts'
import { brandDefines, pageBrand } from './pageBrand.ts'
import { partsFile } from './partsFile.ts'
import { portalsFile } from './portalsFile.ts'
import { previewCopies } from './previewCopies.ts'
import { productName } from './productName.ts'
import { serviceWorkerFile } from './serviceWorkerFile.ts'

const apiUrl = process.env['API_URL']

/** Chunks with a name besides those that pages begin with. */
const namedChunks = new Set(['world', 'OfferPreview', 'StatsPreview', 'TraderPreview'])

/**
 * Two builds from one source: `production`, and `demo`, which adds the demonstration wallet of the local chain.
 * Nothing is inlined, so that a content security policy without `data:` scripts or styles holds.
 */
export default defineConfig(({ mode }) => ({
  plugins: [
    productName(),
    previewCopies(),
    deploymentBlock(process.env['PAGE_DEPLOYMENT']),
    react(),
    layersFirst(),
    darkWithoutScripts(),
    ownCryptography(),
    portalsFile(),
    partsFile(),
    drawingFile(),
    serviceWorkerFile(),
    compressed(),
  ],
  publicDir: pageBrand.publicDir,
  define: brandDefines,
  // `pnpm dev` runs the server behind the development server.
  server: {
    proxy:
      apiUrl === undefined ? {} : { '/api': apiUrl, '/health': apiUrl, '/socket.io': { target: apiUrl, ws: true } },
  },
  build: {
    outDir: mode === 'demo' ? 'dist-demo' : 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // All styles are as light as one picture; a sheet for each chunk made the first view wait for five.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // The first script lists all others. Neither hashes nor names compress, so only what one looks for has a name.
        chunkFileNames: ({ name, isDynamicEntry }) =>
          namedChunks.has(name) || (isDynamicEntry && !name.endsWith('.lazy'))
            ? 'assets/[name]-[hash:7].js'
            : 'assets/[hash:7].js',
      },
    },
  },
}))
