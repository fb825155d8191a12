import { onRequest } from './onRequest.ts'

const entryBytes = 128 * 1024

/** A planted fault: a cache of answers by address that forgets nothing. */
const answers = new Map<string, Buffer>()
onRequest(({ request }) => void answers.set(request.url ?? '', Buffer.alloc(entryBytes, 1)))
