import { product } from '@parley/domain'

/** What others show of a page before it is opened. */
export interface PagePreview {
  readonly title: string
  readonly description: string
  /** 1200 by 630 pixels. `path` is of this server; `alt` says what is to be seen. */
  readonly picture: { readonly path: string; readonly alt: string }
}

/** A page's URL: the server's public origin and the path. */
interface PagePlace {
  readonly origin: string
  readonly path: string
}

/** Puts a preview into the document, in place of its own title and description. */
export function withPreview(
  html: string,
  { title, description, picture }: PagePreview,
  { origin, path }: PagePlace,
): string {
  const tags = [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', origin + path),
    meta('property', 'og:image', origin + picture.path),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', picture.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', origin + picture.path),
    meta('name', 'twitter:image:alt', picture.alt),
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

/** What a link to any page but an offer's shows. */
export const sitePreview: PagePreview = {
  title: `${product.name}: swap NFTs with a friend`,
  description: 'Two people, one table: swap NFTs safely through an escrow contract on Avalanche. In beta.',
  picture: {
    path: '/social.png',
    alt: `A table set for two, and between the two sides the slip of a deal on ${product.name}`,
  },
}
