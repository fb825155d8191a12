import { promises, type ResolverOptions } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

/** Loaded before the server: its resolvers ask the name server that the query of this module's address gives. */
const server = new URL(import.meta.url).searchParams.get('server') ?? ''

class LocalResolver extends promises.Resolver {
  constructor(options?: ResolverOptions) {
    super(options)
    this.setServers([server])
  }
}

Reflect.set(promises, 'Resolver', LocalResolver)
syncBuiltinESMExports()
