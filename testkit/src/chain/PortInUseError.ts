/** Another program listens on this port. */
export class PortInUseError extends Error {
  readonly code = 'port_in_use'
  readonly port: number
  constructor(port: number) {
    super(`Port ${port} is in use.`)
    this.name = 'PortInUseError'
    this.port = port
  }
}
