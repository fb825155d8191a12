/** '0x71C7656E': the first 10 characters of an address or id. Show the full value in a title or nearby. */
export function firstTen(text: string): string {
  return text.slice(0, 10)
}
