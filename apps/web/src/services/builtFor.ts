import type { Address } from '@parley/domain'
import type { PageDeployment } from '@parley/protocol'

let built: PageDeployment | null | undefined

/**
 * What this page was built for: network, escrows, collections. It stands in the page's own document, so no answer of a server
 * changes it (decision Z1). Null for a page that was built for no network.
 */
export function builtFor(): PageDeployment | null {
  return (built ??= JSON.parse(document.getElementById('deployment')?.textContent ?? 'null'))
}

export type EscrowEdition = 1 | 2

/** The edition of an escrow that the page was built for; the first for any other. */
export function editionOf({ escrows }: Pick<PageDeployment, 'escrows'>, escrow: Address): EscrowEdition {
  return escrows.find(({ address }) => address === escrow)?.edition ?? 1
}

/** Whether the page was built for an escrow. Addresses are checksummed on every way into the page. */
export function isBuiltFor({ escrows }: Pick<PageDeployment, 'escrows'>, escrow: Address): boolean {
  return escrows.some(({ address }) => address === escrow)
}
