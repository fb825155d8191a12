/** A port that something else listens on. */
export class PortInUseError extends Error {
  readonly code = 'port_in_use'
  readonly port: number
  constructor(port: number) {
    super(`Port ${port} is in use.`)
    this.name = 'PortInUseError'
    this.port = port
  }
}
