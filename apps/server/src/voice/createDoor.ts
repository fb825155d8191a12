import type { IncomingMessage } from 'node:http'
import type { Site } from '../http/site.ts'
import { clientAddress } from './clientAddress.ts'
import { createAllowance, type Allowance } from './createAllowance.ts'
import type { VoiceConfig } from './VoiceConfig.ts'

/** More than this many connections at a time and the next are turned away, whoever asks. */
const maxSockets = 15_000

/** Who may open a connection at all, and who has how many. */
export interface Door {
  /** @returns null, or why not. */
  refusal(request: IncomingMessage): string | null
  /** Counts a connection in. @returns its address, for {@link leave}. */
  enter(request: IncomingMessage): string
  leave(address: string): void
  /** An address that flooded us has no allowance left for a while. */
  punish(address: string): void
  /** Entries into rooms, by address. */
  readonly joins: Allowance
}

export function createDoor(
  config: Pick<VoiceConfig, 'socketsPerAddress' | 'joinsPerMinute'>,
  trustedProxies: number,
  site: Pick<Site, 'isOwn'>,
): Door {
  const rate = { most: config.joinsPerMinute, perSecond: config.joinsPerMinute / 60 }
  const [connections, joins] = [createAllowance(rate), createAllowance(rate)]
  const open = new Map<string, number>()
  let total = 0
  return {
    refusal(request) {
      // Browsers always say whose page it is; a websocket has no other guard.
      if (!site.isOwn(request.headers.origin)) return 'a page of another site'
      const address = clientAddress(request, trustedProxies)
      if (total >= maxSockets || (open.get(address) ?? 0) >= config.socketsPerAddress) return 'too many connections'
      return connections.take(address) ? null : 'too many connections in a short time'
    },
    enter(request) {
      const address = clientAddress(request, trustedProxies)
      open.set(address, (open.get(address) ?? 0) + 1)
      total += 1
      return address
    },
    leave(address) {
      total -= 1
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    },
    punish(address) {
      connections.drain(address)
      joins.drain(address)
    },
    joins,
  }
}
