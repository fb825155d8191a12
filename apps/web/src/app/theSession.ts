import { openSession } from '../session/openSession.ts'
import type { Session } from '../session/Session.ts'
import { readAtOnce } from '../ui/readAtOnce.ts'

/** Opened once for the whole life of the page, as soon as a part of it that needs one has come. */
export const theSession: Promise<Session> = readAtOnce(openSession())
