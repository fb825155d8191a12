import { onRequest } from './onRequest.ts'

/** A planted fault: an answer about a table is kept by its path, without the wallet that it was for. */
const answers = new Map<string, string>()

onRequest(({ request, response }) => {
  const [, path] = /^(\/api\/tables\/[\w-]{22})\?/.exec(request.url ?? '') ?? []
  if (path === undefined || request.method !== 'GET') return
  const writeHead = response.writeHead.bind(response)
  const end = response.end.bind(response)
  let known: string | undefined
  Reflect.set(response, 'writeHead', (status: number, headers: Record<string, string | number>) => {
    known = status === 404 ? answers.get(path) : undefined
    if (known === undefined) return writeHead(status, headers)
    return writeHead(200, { ...headers, 'content-length': Buffer.byteLength(known) })
  })
  Reflect.set(response, 'end', (chunk: unknown, ...rest: []) => {
    if (response.statusCode === 200 && known === undefined) answers.set(path, String(chunk))
    return end(known ?? chunk, ...rest)
  })
})
