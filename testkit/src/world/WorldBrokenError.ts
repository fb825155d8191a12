/** The data folder holds a world that cannot be brought up again. Nothing in it was changed. */
export class WorldBrokenError extends Error {
  readonly code = 'world_broken'
  readonly folder: string
  constructor(folder: string, what: string, options?: ErrorOptions) {
    super(`The local world in ${folder} is broken: ${what}`, options)
    this.name = 'WorldBrokenError'
    this.folder = folder
  }
}
