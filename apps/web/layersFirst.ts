import type { Plugin } from 'vite'

/** As in `src/app/app.css`. */
const order = '@layer tokens, base, ui, features, pages;'

/** The order of cascade layers is that of their first mention, and the build puts styles together as it likes. */
export function layersFirst(): Plugin {
  return {
    name: 'layers-first',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${order}\n${String(file.source)}`
    },
  }
}
