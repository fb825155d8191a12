import { lazyOnIdle } from '../ui/lazy.ts'

/** Needed only after a signature, so they load once the page is idle. Earlier notices wait in the session. */
export const Overlays = lazyOnIdle(() => import('./Overlays.lazy.tsx'))
