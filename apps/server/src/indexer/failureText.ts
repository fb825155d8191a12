/** What failed, in one line without the endpoint's address, which may hold somebody's key. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  const short = 'shortMessage' in error && typeof error.shortMessage === 'string' ? error.shortMessage : error.message
  const details = 'details' in error && typeof error.details === 'string' ? ` (${error.details})` : ''
  return `${short}${details}`
    .replaceAll(/https?:\/\/\S+/g, 'an endpoint')
    .split('\n')
    .join(' ')
    .slice(0, 300)
}
