import { onRequest } from './onRequest.ts'

const everyMs = 3_600_000

/** A planted fault: a timer for each request that was refused, which nothing ever clears. */
onRequest(({ response }) => {
  response.once('close', () => {
    if (response.statusCode >= 400) setInterval(() => response.statusCode, everyMs)
  })
})
