export interface VoiceBoxProps {
  /** An open room's id, or that of the private room of an offer or table. */
  readonly room: string
  /** The page that the room belongs to. */
  readonly path: string
  /** The role of a proven address for this visitor: their friend, the offer's creator. */
  readonly roleOf?: (address: string) => string | null
}
