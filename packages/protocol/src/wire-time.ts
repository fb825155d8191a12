/** Unix seconds as the API writes times. Inverse of {@link unixSeconds}. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

export function unixSeconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000)
}
