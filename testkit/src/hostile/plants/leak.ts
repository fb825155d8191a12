import { onRequest } from './onRequest.ts'

const everyMs = 3_600_000

/** A planted fault: each refused request leaves a timer that nothing clears. */
onRequest(({ response }) => {
  response.once('close', () => {
    if (response.statusCode >= 400) setInterval(() => response.statusCode, everyMs)
  })
})
