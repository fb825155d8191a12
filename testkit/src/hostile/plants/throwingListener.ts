import { onRequest } from './onRequest.ts'

/** A planted fault: a listener that does not expect a client to go away in the middle of its request. */
onRequest(({ request }) => {
  request.once('close', () => {
    if (!request.complete) throw new TypeError("Cannot read properties of null (reading 'headers')")
  })
})
