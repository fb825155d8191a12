import { asoverse } from './asoverse.ts'
import { general } from './general.ts'
import type { PortalUnderTest } from './PortalUnderTest.ts'

/** Where the same suite runs. */
export const portals: readonly PortalUnderTest[] = [general, asoverse]

/** Portals differ in data alone: every run tries the general one, and `pnpm test:full` all of them. */
export function lengthOf(portal: PortalUnderTest): { tag: string[] } {
  return { tag: portal === general ? [] : ['@long'] }
}
