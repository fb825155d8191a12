import { config } from 'zod/mini'

// Browsers run the page under a policy that forbids making code from text. zod would try once and be reported for it.
if ('document' in globalThis) config({ jitless: true })

/** The small half of zod, since every connected page loads it. Error texts come from the server's full zod. */
export { z } from 'zod/mini'
