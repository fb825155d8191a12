/** Files that a page fetches to start. */
export interface DocumentParts {
  /** Paths of scripts. */
  readonly scripts: readonly string[]
  /** Paths of answers of the API. */
  readonly answers: readonly string[]
  /** Paths of pictures. */
  readonly pictures: readonly string[]
}

/**
 * Adds preload links for a page's files to its document. Otherwise each file would be discovered through the previous
 * one, a round trip each. The links must match the page's own requests, or the browser would fetch everything twice;
 * scripts come after what the first paint needs.
 */
export function withParts(html: string, { scripts, answers, pictures }: DocumentParts): string {
  const links = [
    ...scripts.map((path) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${inAttribute(path)}">`),
    ...answers.map(
      (path) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${inAttribute(path)}">`,
    ),
    ...pictures.map((path) => `<link rel="preload" as="image" href="${inAttribute(path)}">`),
  ]
  return html.replace('</head>', () => `${links.join('')}</head>`)
}

function inAttribute(path: string): string {
  return path.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
