import { onRequest } from './onRequest.ts'

/** A planted fault: a listener that throws when a client disconnects in mid-request. */
onRequest(({ request }) => {
  request.once('close', () => {
    if (!request.complete) throw new TypeError("Cannot read properties of null (reading 'headers')")
  })
})
