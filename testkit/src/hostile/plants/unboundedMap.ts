import { onRequest } from './onRequest.ts'

const entryBytes = 128 * 1024

/** A planted fault: an unbounded cache of answers by address. */
const answers = new Map<string, Buffer>()
onRequest(({ request }) => void answers.set(request.url ?? '', Buffer.alloc(entryBytes, 1)))
