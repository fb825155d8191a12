import { openSession } from '../services/openSession.ts'
import type { Session } from '../services/Session.ts'
import { preloadedPromise } from '../ui/lazy.ts'

/** A lazy singleton, opened when the first component needs it. */
export const sessionPromise: Promise<Session> = preloadedPromise(openSession())
