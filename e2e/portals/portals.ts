import { asoverse } from './asoverse.ts'
import { general } from './general.ts'
import type { PortalUnderTest } from './PortalUnderTest.ts'

/** The portals that run the same suite. */
export const portals: readonly PortalUnderTest[] = [general, asoverse]

/** Portals differ only in data: every run tests the general one, `pnpm test:full` all of them. */
export function lengthOf(portal: PortalUnderTest): { tag: string[] } {
  return { tag: portal === general ? [] : ['@long'] }
}
