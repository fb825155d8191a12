import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Two builds from one source: `production`, and `demo`, which adds the demonstration wallet of the local chain.
 * Nothing is inlined, so that a content security policy without `data:` scripts or styles holds.
 */
export default defineConfig(({ mode }) => ({
  plugins: [react()],
  build: {
    outDir: mode === 'demo' ? 'dist-demo' : 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
}))
