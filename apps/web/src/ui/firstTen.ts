/** '0x71C7656E': the first 10 characters of an address or an id. The whole stands in the title or beside it. */
export function firstTen(text: string): string {
  return text.slice(0, 10)
}
