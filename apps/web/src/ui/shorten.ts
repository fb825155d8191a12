/** '0x71C7…976F': the first 6 and last 4 characters of an address or id. Show the full value in a title or nearby. */
export function shorten(text: string): string {
  return text.length <= 12 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`
}

/** '0x71C7656E': the first 10 characters of an address or id. Show the full value in a title or nearby. */
export function firstTen(text: string): string {
  return text.slice(0, 10)
}
