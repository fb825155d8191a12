import { execFile } from 'node:child_process'
import { iceSchema } from '@parley/protocol'
import { ask } from './pictures.ts'
import { until } from './Program.ts'
import type { VoiceRelay } from './services.ts'
import type { Server } from './topology.ts'

/** What a browser gets from a server for the relay. */
export interface RelayCredentials {
  readonly username: string
  readonly credential: string
}

const packets = 5
const clientMs = 12_000

export async function relayCredentials(server: Server | undefined): Promise<RelayCredentials> {
  const answer = await ask(`${server?.url}/api/voice/ice`)
  const relay = iceSchema.parse(await answer.json()).iceServers.find(({ username }) => username !== undefined)
  if (relay?.username === undefined || relay.credential === undefined) throw new Error('a server names no relay')
  return { username: relay.username, credential: relay.credential }
}

/** Until packets go through it from one allocation to another. A program of coturn's own sends them. */
export function requireRelayed(relay: VoiceRelay, credentials: RelayCredentials): Promise<unknown> {
  return until(
    'the relay takes what a server gives, and relays',
    async () => (await relayed(relay, credentials)) === 2 * packets,
  )
}

export async function requireSilent(relay: VoiceRelay, credentials: RelayCredentials): Promise<void> {
  if ((await relayed(relay, credentials)) > 0) throw new Error('the relay is stopped, and relays')
}

/** How many packets of two clients reached each other. */
function relayed({ port }: VoiceRelay, { username, credential }: RelayCredentials): Promise<number> {
  const who = ['-u', username, '-w', credential]
  const what = ['-y', '-c', '-m', '2', '-n', String(packets), '-l', '160']
  return new Promise((resolve) => {
    execFile('turnutils_uclient', [...who, ...what, '-p', String(port), '127.0.0.1'], { timeout: clientMs }, (_, out) =>
      resolve(Number(/tot_recv_msgs=(\d+)(?![^]*tot_recv_msgs)/.exec(out)?.[1] ?? 0)),
    )
  })
}
