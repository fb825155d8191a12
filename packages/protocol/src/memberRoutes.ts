import type { Route } from './routes.ts'
import { sessionSchema, signInBody } from './signIn.ts'
import { tableRoutes } from './tableRoutes.ts'
import { addressSchema, z } from './primitives.ts'

const none = z.object({})
const sessionAnswer = z.object({ success: z.literal(true), session: z.nullable(sessionSchema) })

/** Routes of sign-in (decision N6). The session is an HttpOnly cookie. */
const sessionRoutes = {
  /** Whose session the browser has; null for none. */
  session: {
    method: 'GET',
    path: '/api/session',
    params: none,
    query: none,
    body: null,
    answers: { 200: sessionAnswer },
  },
  signInNonce: {
    method: 'POST',
    path: '/api/session/nonce',
    params: none,
    query: none,
    body: z.object({ address: addressSchema }),
    answers: {
      200: z.object({
        success: z.literal(true),
        nonce: z.string(),
        /** The server's time, unix seconds: what the message is issued at. */
        now: z.int(),
      }),
    },
  },
  signIn: {
    method: 'POST',
    path: '/api/session',
    params: none,
    query: none,
    body: signInBody,
    answers: { 200: sessionAnswer },
  },
  /** Ends the browser's session, or all of its wallet. */
  signOut: {
    method: 'POST',
    path: '/api/session/end',
    params: none,
    query: none,
    body: z.object({ everywhere: z.boolean() }),
    answers: { 200: sessionAnswer },
  },
} as const

/** What needs a session, or makes one. Pages load it only where a wallet signs in. */
export const memberRoutes = { ...sessionRoutes, ...tableRoutes } as const satisfies Record<string, Route>
