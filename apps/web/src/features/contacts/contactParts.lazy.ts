/** Parts about people for pages that load them later. One chunk: each adds to the weight of the pages. */
export { default as ContactButton } from './ContactButton.tsx'
export { default as LookAlikeStop } from './LookAlikeStop.tsx'
export { ContractNotice, PartyNotice } from './AddressFacts.tsx'
