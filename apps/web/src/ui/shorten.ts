/** '0x71C7…976F': the first 6 and the last 4 characters of an address or an id. The whole stands in the title or beside it. */
export function shorten(text: string): string {
  return text.length <= 12 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`
}
