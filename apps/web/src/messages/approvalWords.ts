/** Texts of the approvals, which load with them. Those that the specification quotes are in the catalogue. */
export const approvalWords = {
  title: 'Approvals',
  notApproved: (name: string) => `${name}, not approved`,
  unreadable: (name: string) => `${name}, could not be read`,
  checking: (name: string) => `${name}, checking`,
  none: 'Nothing to approve: no supported collection in your wallet yet.',
  failed: 'The approvals could not be read.',
  afterTrade: 'After your trade',
  afterTradeScope: (names: readonly string[]) =>
    `The swap contract may still move what you hold of ${names.join(', ')}. Your open offers do not need that: what they hold is in escrow already.`,
  singles: 'Approved one by one',
  singleScope: 'This NFT only',
  singlesCut: (count: number) => `Only the first ${count} of your NFTs were checked for an approval of their own.`,
  keep: 'Keep for the next trade',
  approve: (name: string) => `Approve ${name}`,
  step: (step: number, of: number) => `Step ${step} of ${of}`,
  onlyThese: (count: number) => (count === 1 ? 'Only this NFT' : `Only these ${count} NFTs`),
  onlyTheseHint: (count: number) =>
    `${count === 1 ? 'Lasts until this NFT moves or you revoke it' : 'Each lasts until its NFT moves or you revoke it'}. ${signatures(count)}`,
  whole: 'The whole collection',
  wholeHint: `Lasts until you revoke it. ${signatures(1)}`,
  together: (count: number) =>
    `Your wallet approves ${count === 1 ? 'this NFT' : `these ${count} NFTs`} and creates the offer in one signature. If any part fails, nothing happens.`,
  cost: (amount: string) => `≈ ${amount}`,
} as const

function signatures(count: number): string {
  return count === 1 ? '1 signature' : `${count} signatures`
}
