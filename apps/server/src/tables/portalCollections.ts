/** The collections of a portal's tables by address; null for all, undefined where there is no such portal. */
export type AllowedIn = (portal: string | null) => ReadonlySet<string> | null | undefined

/** TODO */
export const everywhere: AllowedIn = () => null
