/** `live`: the server tells of changes as they happen. `away`: it does not answer; lists come from the chain. */
export type LiveStatus = 'connecting' | 'live' | 'away'

/** The state of the page's line to the server. The subscription itself belongs to the session. */
export function useLive(): { readonly status: LiveStatus; readonly indexedBlock: number | null } {
  return { status: 'connecting', indexedBlock: null }
}
