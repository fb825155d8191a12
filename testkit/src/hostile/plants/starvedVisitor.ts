import { onRequest } from './onRequest.ts'

const workMs = 250

/** A planted fault: whatever is refused is looked into at length, in the one thread that answers everybody. */
onRequest(({ response }) => {
  response.once('finish', () => {
    if (response.statusCode < 400) return
    const untilMs = performance.now() + workMs
    while (performance.now() < untilMs);
  })
})
