/** Name and mark of what the server says: those of the page that it hands out (decision Z4). */
export interface Brand {
  readonly name: string
  /** An SVG; null for the product's own mark. */
  readonly logo: Uint8Array | null
}
