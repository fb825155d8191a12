import { asoverse } from './asoverse.ts'
import { general } from './general.ts'
import type { PortalUnderTest } from './PortalUnderTest.ts'

/** Where the same suite runs. */
export const portals: readonly PortalUnderTest[] = [general, asoverse]
