import { readPagePortals } from '../config/pagePortals.ts'
import type { Context } from '../context.ts'

/** The addresses of the collections that a portal trades; null for all, undefined for no such portal. */
export type AllowedIn = (portal: string | null) => ReadonlySet<string> | null | undefined

/**
 * Reads the portals of the served page. A server without a page can't restrict them: the page, such as the dev server's,
 * keeps to its own portals.
 */
export async function readPortalCollections({ config, log }: Pick<Context, 'config' | 'log'>): Promise<AllowedIn> {
  const { webDist, deployment } = config
  if (webDist === null) return () => null
  const listed = (await readPagePortals(webDist, log))?.collections ?? {}
  const portals = new Map(
    Object.entries(listed).map(([portal, keys]) => [
      portal,
      keys && new Set(deployment.collections.filter(({ key }) => keys.includes(key)).map(({ address }) => address)),
    ]),
  )
  return (portal) => (portal === null ? null : portals.get(portal))
}
