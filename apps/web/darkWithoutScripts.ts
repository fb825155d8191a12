import type { Plugin } from 'vite'

/** The dark theme's tokens. A portal's own theme comes with scripts only. */
const darkTokens = /(?<=[{}])\[data-theme="?dark"?\]\{([^{}]*)\}/

/**
 * Where scripts are off, nothing sets the theme, so a dark system gets a copy of the dark tokens. It is added to the build: two copies
 * in the sources would drift apart, and compressed it takes hardly any bytes.
 */
export function darkWithoutScripts(): Plugin {
  return {
    name: 'dark-without-scripts',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const sheets = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
      const themed = sheets.filter((sheet) => sheet.type === 'asset' && darkTokens.test(String(sheet.source)))
      if (themed.length !== 1) throw new Error('the page has to have one sheet with the dark tokens')
      for (const sheet of themed)
        if (sheet.type === 'asset')
          sheet.source = String(sheet.source).replace(
            darkTokens,
            (rule, tokens: string) =>
              `${rule}@media (scripting:none) and (prefers-color-scheme:dark){:root{${tokens}}}`,
          )
    },
  }
}
