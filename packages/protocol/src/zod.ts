import { config } from 'zod'

// Browsers run the page under a policy that forbids making code from text. zod would try once and be reported for it.
if ('document' in globalThis) config({ jitless: true })

export { z } from 'zod'
