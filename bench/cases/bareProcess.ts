import { once } from 'node:events'
import { type BareAnswer, listenBare } from './bareServer.ts'

/** {@link listenBare} in its own process, for a server that has one. Forked, and told what to answer. */
const [answer]: BareAnswer[] = await once(process, 'message')
if (!answer) throw new Error('nothing to answer')
const { url } = await listenBare(answer)

process.on('message', (question) => {
  if (question === 'usage') {
    const { user, system } = process.cpuUsage()
    process.send?.((user + system) / 1_000)
  }
  if (question === 'stop') process.exit(0)
})
process.once('disconnect', () => process.exit(1))
process.send?.({ url })
