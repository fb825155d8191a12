/** One line describing a failure, without the endpoint's URL, which may contain an API key. */
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
