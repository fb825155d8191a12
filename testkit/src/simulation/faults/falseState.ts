import type { SimBlock } from '../chain/SimBlock.ts'
import type { SimState } from '../chain/SimState.ts'

/** Blocks whose contracts say what is not so: other owners, other states of offers, another fee. */
export function withFalseStates(blocks: readonly SimBlock[]): SimBlock[] {
  return blocks.map((block) => ({ ...block, state: falseState(block.state) }))
}

function falseState(state: SimState): SimState {
  const { owners, offers, feeWei } = state
  const people = [...new Set(owners.values())]
  const neighbour = (owner: (typeof people)[number]) => people[(people.indexOf(owner) + 1) % people.length] ?? owner
  return {
    ...state,
    owners: new Map([...owners].map(([nft, owner], index) => [nft, index % 3 === 0 ? neighbour(owner) : owner])),
    offers: new Map(
      [...offers].map(([id, offer], index) => [
        id,
        index % 2 === 0 ? { ...offer, status: offer.status === 'open' ? 'cancelled' : 'open' } : offer,
      ]),
    ),
    feeWei: feeWei * 2n,
    balanceWei: 0n,
  }
}
