import { onRequest } from './onRequest.ts'

/** A planted fault: the server publishes a client's claim about an offer without asking the chain. */
const believed = new Set<string>()

onRequest(({ request, response }) => {
  const [, id] = /^\/api\/swap-offers\/(0x[0-9a-f]{64})$/i.exec(request.url ?? '') ?? []
  if (id === undefined) return
  if (request.method === 'PATCH') {
    const push = request.push.bind(request)
    request.push = (chunk: unknown, encoding) => {
      if (Buffer.isBuffer(chunk) && /completed|"isActive":false/.test(chunk.toString())) believed.add(id)
      return push(chunk, encoding)
    }
    return
  }
  const end = response.end.bind(response)
  Reflect.set(response, 'end', (chunk: unknown, ...rest: []) =>
    // The same length, because Content-Length was already set.
    end(believed.has(id) ? String(chunk).replace('"status":"active"', '"status":"closed"') : chunk, ...rest),
  )
})
