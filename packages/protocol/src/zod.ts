import { config } from 'zod/mini'

// Browsers run the page under a policy that forbids making code from text. zod would try once and be reported for it.
if ('document' in globalThis) config({ jitless: true })

/** The small half of zod, since every page of somebody connected loads it. What it says in a refusal comes from the server's own zod. */
export { z } from 'zod/mini'
