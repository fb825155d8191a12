import type { PageDeployment } from '@parley/protocol'

/** A server draws one document after another, and empties it for each. */
export const known: { built?: PageDeployment | null | undefined } = {}

/**
 * What this page was built for: network, escrows, collections. It stands in the page's own document, so no answer of a server
 * changes it (decision Z1). Null for a page that was built for no network.
 */
export function builtFor(): PageDeployment | null {
  return (known.built ??= JSON.parse(document.getElementById('deployment')?.textContent ?? 'null'))
}
