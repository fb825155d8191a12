import { openSession } from '../session/openSession.ts'
import type { Session } from '../session/Session.ts'
import { readAtOnce } from '../ui/readAtOnce.ts'

/** A lazy singleton, opened when the first component needs it. */
export const theSession: Promise<Session> = readAtOnce(openSession())
