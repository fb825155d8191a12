import { nftKey, type DurationMinutes } from '@parley/domain'
import { create } from 'zustand'
import type { Draft, DraftSide } from '../../src/features/draft/useDraft.ts'
import type { HeldNft } from '../../src/session/HeldNft.ts'
import { aliceNfts, bob, bobNfts } from '../sample.ts'
import { scenario } from '../scenario.ts'

interface State {
  own: HeldNft[]
  friend: HeldNft[]
  text: string
  minutes: DurationMinutes
}

const pick = (nfts: readonly HeldNft[], places: number[]): HeldNft[] => places.flatMap((place) => nfts[place] ?? [])
const twenty = Array.from({ length: 20 }, (_, at) => at)
const alone = scenario.has('alone') || scenario.has('bad')

const useState = create<State>(() => ({
  own: scenario.has('full') ? pick(aliceNfts, twenty) : scenario.has('deal') ? pick(aliceNfts, [0, 1, 3]) : [],
  friend: scenario.has('full') ? pick(bobNfts, twenty) : scenario.has('deal') && !alone ? pick(bobNfts, [0, 1]) : [],
  text: alone ? (scenario.has('bad') ? '0x9F3C7a0B5E2d84C61fA9e3D07b48cE' : '') : bob,
  minutes: scenario.has('short') ? 5 : 1440,
}))

function side(state: State, which: 'own' | 'friend'): DraftSide {
  const nfts = state[which]
  const has = (nft: Pick<HeldNft, 'contract' | 'tokenId'>): boolean => nfts.some((one) => nftKey(one) === nftKey(nft))
  const without = (nft: Pick<HeldNft, 'contract' | 'tokenId'>): HeldNft[] =>
    nfts.filter((one) => nftKey(one) !== nftKey(nft))
  return {
    nfts,
    has,
    toggle: (nft) =>
      useState.setState({ [which]: has(nft) ? without(nft) : [...useState.getState()[which], nft].slice(0, 20) }),
    remove: (nft) => useState.setState({ [which]: without(nft) }),
    clear: () => useState.setState({ [which]: [] }),
  }
}

export function useDraft(): Draft {
  const state = useState()
  const valid = state.text.length === 42
  return {
    own: side(state, 'own'),
    friend: side(state, 'friend'),
    recipient: {
      text: state.text,
      state: state.text === '' ? 'empty' : valid ? 'valid' : 'invalid',
      address: valid ? bob : null,
      problem: valid ? null : 'length',
      problemText: valid ? null : 'An address is 0x and 40 characters; this one has 30.',
      isContract: scenario.has('contract'),
      setText: (text) => useState.setState({ text }),
    },
    minutes: state.minutes,
    setMinutes: (minutes) => useState.setState({ minutes }),
    ready: valid && state.own.length > 0 && state.friend.length > 0,
    check: () => null,
    clear: () => useState.setState({ own: [], friend: [] }),
  }
}
