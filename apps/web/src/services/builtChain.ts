import { createChainReader } from '@parley/chain'
import type { Client } from 'viem'
import type { Session } from './Session.ts'

const chains = new WeakMap<Session['config'], Client>()

/** Reads the chain at the endpoints of the page's build, where no server can hide or forge anything. */
export function builtChain(session: Session): Client {
  if (hasBuiltEndpoints(session)) return session.chain
  const chain = chains.get(session.config) ?? createChainReader(session.config)
  chains.set(session.config, chain)
  return chain
}

/** Whether the server names the same endpoints, in whatever order and spelling. */
const hasBuiltEndpoints = ({ config, rpcUrls }: Pick<Session, 'config' | 'rpcUrls'>): boolean =>
  endpointsOf(rpcUrls) === endpointsOf(config.rpcUrls)

const endpointsOf = (urls: readonly string[]): string =>
  [...new Set(urls.map((url) => new URL(url).href))].toSorted().join(' ')
