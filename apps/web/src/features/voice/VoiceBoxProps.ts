export interface VoiceBoxProps {
  /** An open room's id, or that of the private room of an offer or table. */
  readonly room: string
  /** The page that the room belongs to. */
  readonly path: string
  /** The role of a proven address for this visitor: their friend, the offer's creator. */
  readonly roleOf?: (address: string) => string | null
  /** Before joining, the box is one line: who is in the call, and the button. */
  readonly folds?: boolean
}

/** How the box is folded. Null where it can't be. */
export type VoiceFold = { readonly open: boolean; readonly onToggle: () => void } | null
