/** An environment variable, as its documentation shows it. */
export interface Setting {
  readonly name: string
  /** What counts where it is not set. */
  readonly otherwise: string
  readonly meaning: string
}

/** A part of the settings, with a heading. */
export interface SettingGroup {
  readonly title: string
  readonly settings: readonly Setting[]
}

export const setting = (name: string, otherwise: string, meaning: string): Setting => ({ name, otherwise, meaning })
