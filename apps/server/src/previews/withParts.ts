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
 * Names in a document what its page fetches, behind what the document asks for itself: without, each part is only heard of from the
 * one before, a way to the server and back each. The links ask as the page will, or the browser would fetch everything twice; scripts
 * come after what the first paint waits for.
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
