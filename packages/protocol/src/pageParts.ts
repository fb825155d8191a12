/** Files that a route of the page needs besides those that its document names. */
export interface PageParts {
  /** `:offerId` stands for any one step of a path. */
  readonly paths: readonly string[]
  /** Paths of scripts. */
  readonly scripts: readonly string[]
  /** Paths of the scripts that draw its document's data. With data, `scripts` load after the first paint. */
  readonly dataScripts: readonly string[]
  /** Paths of answers of the API. */
  readonly answers: readonly string[]
}

/** Lies beside the built page: a list of {@link PageParts}. */
export const pagePartsFile = 'parts.json'
