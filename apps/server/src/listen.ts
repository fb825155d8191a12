import type { FastifyInstance } from 'fastify'

/** The server could not take its port. The message says what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly code: string

  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** Opens the port. @returns the port taken, which 0 leaves to the system. */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw explained(error, host, port)
  }
  return listeningPort(app) ?? port
}

/** The port that a server has opened; null before it has. */
export function listeningPort(app: Pick<FastifyInstance, 'server'>): number | null {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : null
}

function explained(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return new ListenError(
        code,
        `Port ${port} on ${host} is in use. Choose another with PORT, for example PORT=${port + 1}, or PORT=0 for any free one.`,
      )
    case 'EACCES':
      return new ListenError(
        code,
        `Port ${port} on ${host} may not be opened by this user. Choose one above 1023 with PORT, for example PORT=4300.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ListenError(
        code,
        `HOST ${host} is no address of this machine. 127.0.0.1 serves this machine alone, 0.0.0.0 the network.`,
      )
    default:
      return error
  }
}
