/** What others show of a page before it is opened. */
export interface PagePreview {
  readonly title: string
  readonly description: string
  /** Of this server; null for none. */
  readonly picturePath: string | null
}

/** Puts a preview into the document, in place of its own title and description. `origin` is this server's, as the visitor sees it. */
export function withPreview(
  html: string,
  { title, description, picturePath }: PagePreview,
  { origin, path }: { origin: string; path: string },
): string {
  const tags = [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', origin + path),
    ...(picturePath ? [meta('property', 'og:image', origin + picturePath)] : []),
    meta('name', 'twitter:card', picturePath ? 'summary_large_image' : 'summary'),
  ]
  return html
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<meta\s+name="description"[^>]*>/, '')
    .replace('</head>', () => `${tags.join('')}</head>`)
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escaped(content)}">`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
