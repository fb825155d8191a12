import { onRequest } from './onRequest.ts'

const workMs = 250

/** A planted fault: refused requests block the only thread for long. */
onRequest(({ response }) => {
  response.once('finish', () => {
    if (response.statusCode < 400) return
    const untilMs = performance.now() + workMs
    while (performance.now() < untilMs);
  })
})
