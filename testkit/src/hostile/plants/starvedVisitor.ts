import { onRequest } from './onRequest.ts'

const workMs = 250

/** A planted fault: refused requests are processed at length, on the only thread. */
onRequest(({ response }) => {
  response.once('finish', () => {
    if (response.statusCode < 400) return
    const untilMs = performance.now() + workMs
    while (performance.now() < untilMs);
  })
})
