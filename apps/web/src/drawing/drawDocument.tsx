import { StrictMode, Suspense, type ComponentType, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server.browser'
import { FirstView } from '../app/FirstView.tsx'
import { Frame } from '../app/Frame.tsx'
import { LazyHeaderWallet } from '../app/HeaderWallet.tsx'
import type { PreviewProps } from '../app/loadPages.ts'
import { matchRoute } from '../app/routes.ts'
import { StaticWallet } from '../app/StaticWallet.tsx'
import InfoPage from '../pages/InfoPage.tsx'
import OfferPreview, { documentOffer } from '../pages/offer/OfferPreview.tsx'
import StatsPreview, { documentStats } from '../pages/stats/StatsPreview.tsx'
import { LazyPrints } from '../pages/Welcome.tsx'
import TraderPreview, { documentTrader } from '../pages/trader/TraderPreview.tsx'
import { fetchPortal } from '../portals/portalData.ts'
import { generalRoute } from '../portals/portalRoutes.ts'
import { known } from '../services/builtFor.ts'
import { documentData, drawn } from '../services/documentData.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { drawing } from '../ui/useIsDrawn.ts'
import { standIn } from './surroundings.ts'

interface Drawable {
  readonly Preview: ComponentType<PreviewProps>
  /** Null where the preview would draw nothing. */
  readonly read: () => unknown
}

const drawables: Readonly<Record<string, Drawable>> = {
  offer: { Preview: OfferPreview, read: documentOffer },
  stats: { Preview: StatsPreview, read: documentStats },
  trader: { Preview: TraderPreview, read: documentTrader },
}

/** The address of the page's entry, which differs between builds. The build writes it. */
declare const pageEntry: string

drawing.isOn = true
// Nothing that is drawn can wait.
await Promise.all([fetchPortal(generalRoute), LazyPrints.preload()])

const visitor: PreviewProps = { connecting: false, onConnect: () => undefined }

/**
 * Draws a page into its document, so that it is on screen before any script has run.
 *
 * The server calls it, from the built page's folder: a document is drawn by the build that takes it over.
 *
 * @param html a document of this build, with its data.
 * @param href where browsers see it.
 * @public
 * @returns null for a page that needs data, where the document carries none.
 * @throws where another build takes the document over, which would draw something else.
 */
export function drawDocument(html: string, href: string): string | null {
  if (!html.includes(`src="${pageEntry}"`)) throw new Error('the document is of another build than what draws it')
  const place = new URL(href)
  delete known.built
  standIn(place, { deployment: blockOf(html, 'deployment'), 'document-data': blockOf(html, 'document-data') })
  const found = pageAt(place.pathname)
  if (!found) return null
  // React's hints for pictures: the server's own name those that are seen first.
  const content = renderToString(<Drawn>{found.page}</Drawn>).replace(/^(<link rel="preload"[^>]*>)+/, '')
  return withScriptsLast(html)
    .replace('<html ', `<html ${found.age} `)
    .replace(
      root,
      () => `<div id="root" data-drawn="${(place.origin + place.pathname).toLowerCase()}">${content}</div>`,
    )
}

/** Finds the page of a path, and the attribute by which `theme-first.js` tells its age. */
function pageAt(path: string): { readonly page: ReactNode; readonly age: string } | null {
  const route = matchRoute(path)
  if (route?.page === 'info')
    return { page: <InfoPage topic={route.topic} wallet={<LazyHeaderWallet />} />, age: 'data-lasting' }
  if (route?.page === 'swap' && route.portal === generalRoute)
    return { page: <FirstView {...visitor} portal={generalRoute} />, age: 'data-lasting' }
  const drawable = drawables[documentData(path)?.page ?? '']
  if (!drawable || drawable.read() === null) return null
  return { page: <Carried {...drawable} />, age: `data-now-s="${drawn.nowS}"` }
}

/** Leaves scripts to `start-drawn.js`: a drawn page needs none to be seen, and pictures come before them. */
function withScriptsLast(html: string): string {
  return html
    .replaceAll(
      '<link rel="preload" as="image" href="/api/',
      '<link rel="preload" as="image" fetchpriority="high" href="/api/',
    )
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace('<script type="module"', '<script type="later"')
}

/** As `main.tsx` and `App` render a page. */
function Drawn({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <StrictMode>
      <ErrorBoundary fallback={null}>
        <Suspense fallback={null}>{children}</Suspense>
      </ErrorBoundary>
    </StrictMode>
  )
}

/** What `App` renders until the page's own code has loaded. */
function Carried({ Preview }: Pick<Drawable, 'Preview'>): ReactNode {
  return (
    <Frame wallet={<StaticWallet {...visitor} onHint={visitor.onConnect} />}>
      <Preview {...visitor} />
    </Frame>
  )
}

/** With the splash in it. */
const root = /<div id="root">\s*<div[^>]*>\s*<img[^>]*>\s*<\/div>\s*<\/div>/

function blockOf(html: string, id: string): string {
  return new RegExp(`<script type="application/json" id="${id}">([^<]*)</script>`).exec(html)?.[1] ?? 'null'
}
