import type { CollectionKey } from '../art/drawToken.ts'
import type { DemoContract } from '../contracts/contractArtifact.ts'

export type HolderName = 'alice' | 'bob' | 'carol' | 'burn'

/** The form of a token's URI, as seen in real projects. */
export type UriForm =
  /** The contract returns a `data:` URI with a drawing of its own. */
  | { readonly kind: 'drawn' }
  /** JSON on a web server. The picture is a file there, or in the JSON as `image_data`. */
  | { readonly kind: 'http'; readonly suffix: '' | '.json'; readonly picture: 'svg' | 'png' | 'webp' | 'image_data' }
  /** `ipfs://` and a content id, for both metadata and picture. */
  | { readonly kind: 'ipfs'; readonly suffix: '' | '.json'; readonly picture: 'svg' | 'png' | 'webp' }
  /** As `http`, but every n-th token stores its JSON and picture on chain. */
  | { readonly kind: 'mixed'; readonly storedEvery: number; readonly encoding: 'base64' | 'utf8' }

/** A collection of the local world: its contract, ids, and initial holders. */
export interface DemoCollection {
  readonly key: CollectionKey
  readonly symbol: string
  readonly contract: Exclude<DemoContract, 'Multicall3'>
  readonly supply: number
  /** Range of valid ids. */
  readonly ids: readonly [low: number, high: number]
  readonly uri: UriForm
  readonly holders: Readonly<Partial<Record<HolderName, number>>>
  /** Tokens that exist whatever the seed, with their holder and sometimes a title. */
  readonly known?: readonly { readonly id: number; readonly holder: HolderName; readonly title?: string }[]
  /** A title combines one of each: 'Red Sail'. */
  readonly words: readonly [readonly [string, ...string[]], readonly [string, ...string[]]]
}

const png = { kind: 'http', suffix: '.json', picture: 'png' } as const
const svg = { kind: 'http', suffix: '.json', picture: 'svg' } as const
const ipfs = { kind: 'ipfs', suffix: '.json', picture: 'png' } as const
const webp = { kind: 'http', suffix: '', picture: 'webp' } as const

export const demoCollections: readonly DemoCollection[] = [
  {
    key: 'dokyo',
    symbol: 'DOKYO',
    contract: 'DemoCollection',
    supply: 420,
    ids: [0, 5555],
    uri: png,
    holders: { alice: 8, bob: 2, carol: 14, burn: 37 },
    known: [
      { id: 0, holder: 'carol' },
      { id: 1204, holder: 'alice', title: 'Watcher' },
      { id: 3051, holder: 'alice', title: 'Old Fox' },
      { id: 5555, holder: 'burn' },
    ],
    words: [
      ['Old', 'Night', 'Grey', 'Third', 'Silent', 'Laughing', 'Iron', 'Little'],
      ['Fox', 'Watcher', 'Guard', 'Actor', 'Demon', 'Envoy', 'Brother', 'Ferryman'],
    ],
  },
  {
    key: 'ferdy-frens',
    symbol: 'FERDY',
    contract: 'DemoCollection',
    supply: 300,
    ids: [1, 4999],
    uri: svg,
    holders: { alice: 3, bob: 7, carol: 10 },
    known: [
      { id: 312, holder: 'bob' },
      { id: 2480, holder: 'bob' },
      { id: 4105, holder: 'bob' },
    ],
    words: [
      ['Round', 'Early', 'Salt', 'Lucky', 'Deep', 'Sunday', 'Cousin', 'Merry'],
      ['Ferdy', 'Bream', 'Bubble', 'Tail', 'Drifter', 'Diver', 'Dreamer', 'Pal'],
    ],
  },
  {
    key: 'steady',
    symbol: 'STEADY',
    contract: 'DemoCollection',
    supply: 260,
    ids: [100, 2500],
    uri: webp,
    holders: { alice: 6, carol: 12 },
    known: [
      { id: 611, holder: 'alice', title: 'Red Noon' },
      { id: 1902, holder: 'alice', title: 'Low Tide' },
    ],
    words: [
      ['Red', 'Low', 'Slow', 'Fifth', 'Pale', 'Warm', 'Still', 'Late'],
      ['Noon', 'Tide', 'Balance', 'Hour', 'Stack', 'Shore', 'Breath', 'Garden'],
    ],
  },
  {
    key: 'furks',
    symbol: 'FURKS',
    contract: 'DemoCollection',
    supply: 280,
    ids: [1, 3000],
    uri: png,
    holders: { bob: 5, carol: 12 },
    words: [
      ['Fuzzy', 'Grumpy', 'Velvet', 'Woolly', 'Windy', 'Sleepy', 'Royal', 'Tiny'],
      ['Mop', 'Muff', 'Bramble', 'Tuft', 'Whisker', 'Burr', 'Snout', 'Pom'],
    ],
  },
  {
    key: 'aso',
    symbol: 'ASO',
    contract: 'DemoCollection',
    supply: 360,
    ids: [1, 10000],
    uri: svg,
    holders: { alice: 7, bob: 6, carol: 18 },
    words: [
      ['First', 'Dying', 'Double', 'Outer', 'Copper', 'Seventh', 'Long', 'Winter'],
      ['Orbit', 'Swing', 'Comet', 'Pendulum', 'Return', 'Signal', 'Passage', 'Station'],
    ],
  },
  {
    key: 'the-face-1966',
    symbol: 'FACE',
    contract: 'DemoCollection',
    supply: 220,
    ids: [300, 2401],
    uri: { kind: 'http', suffix: '.json', picture: 'image_data' },
    holders: { alice: 3, bob: 6, carol: 8 },
    known: [
      { id: 407, holder: 'bob', title: 'Sitter' },
      { id: 1911, holder: 'bob', title: 'Sitter' },
      { id: 2153, holder: 'bob', title: 'Sitter' },
    ],
    words: [
      ['First', 'Second', 'Tall', 'Quiet', 'Paper', 'Sunday', 'Left', 'Young'],
      ['Sitter', 'Profile', 'Listener', 'Portrait', 'Stranger', 'Model', 'Sleeper', 'Visitor'],
    ],
  },
  {
    key: 'parley',
    symbol: 'PARLEY',
    contract: 'DemoDrawnCollection',
    supply: 200,
    ids: [1, 1000],
    uri: { kind: 'drawn' },
    holders: { alice: 5, bob: 4, carol: 12 },
    words: [['Slow'], ['Answer']],
  },
  {
    key: 'chikn',
    symbol: 'CHIKN',
    contract: 'DemoEnumerableCollection',
    supply: 240,
    ids: [1, 10000],
    uri: { kind: 'mixed', storedEvery: 9, encoding: 'base64' },
    holders: { alice: 4, carol: 14 },
    words: [
      ['Painted', 'Easter', 'Market', 'Brown', 'Striped', 'Second', 'Fresh', 'Best'],
      ['Egg', 'Shell', 'Dozen', 'Morning', 'Basket', 'Nest', 'Breakfast', 'Hatch'],
    ],
  },
  {
    key: 'roostr',
    symbol: 'ROOSTR',
    contract: 'DemoCollection',
    supply: 320,
    ids: [5, 12000],
    uri: ipfs,
    holders: { carol: 48, bob: 2 },
    words: [
      ['Loud', 'Village', 'Vain', 'Red', 'Early', 'Brass', 'Proud', 'Weather'],
      ['Herald', 'Cock', 'Trumpet', 'Alarm', 'Comb', 'Captain', 'Vane', 'Crower'],
    ],
  },
  {
    key: 'farmland',
    symbol: 'FARM',
    contract: 'DemoCollection',
    supply: 320,
    ids: [1, 5000],
    uri: webp,
    holders: { alice: 6, carol: 12 },
    known: [
      { id: 88, holder: 'alice', title: 'Upper Field' },
      { id: 2316, holder: 'alice', title: 'Mill Lane' },
    ],
    words: [
      ['Upper', 'Mill', 'Long', 'Fallow', 'River', 'North', 'Widow’s', 'Barley'],
      ['Field', 'Lane', 'Acre', 'Bend', 'Pasture', 'Croft', 'Meadow', 'Orchard'],
    ],
  },
  {
    key: 'party-animals',
    symbol: 'PARTY',
    contract: 'DemoEnumerableCollection',
    supply: 300,
    ids: [1, 9000],
    uri: png,
    holders: { carol: 70, bob: 3 },
    words: [
      ['Birthday', 'Dancing', 'Uninvited', 'Midnight', 'Best', 'Last', 'Shy', 'Noisy'],
      ['Guest', 'Cousin', 'Host', 'Singer', 'Neighbour', 'Dancer', 'Uncle', 'Friend'],
    ],
  },
  {
    key: 'madskullz',
    symbol: 'SKULLZ',
    contract: 'DemoCollection',
    supply: 300,
    ids: [1, 6000],
    uri: ipfs,
    holders: { bob: 5, carol: 10 },
    words: [
      ['Mad', 'Molten', 'Neon', 'Cracked', 'Holy', 'Electric', 'Grinning', 'Lost'],
      ['King', 'Prophet', 'Bones', 'Saint', 'Drummer', 'Pirate', 'Halo', 'Poet'],
    ],
  },
  {
    key: 'hoppers',
    symbol: 'HOP',
    contract: 'DemoCollection',
    supply: 340,
    ids: [1, 10000],
    uri: svg,
    holders: { alice: 4, bob: 5, carol: 10 },
    known: [
      { id: 5128, holder: 'bob', title: 'Pond Blue' },
      { id: 77, holder: 'bob', title: 'Lime' },
    ],
    words: [
      ['Pond', 'Moss', 'Brick', 'Deep', 'Amber', 'Cloud', 'Reed', 'Ink'],
      ['Blue', 'Green', 'Red', 'Gold', 'Rose', 'Jade', 'Lime', 'Plum'],
    ],
  },
  {
    key: 'smol-joes-season-2',
    symbol: 'SMOL',
    contract: 'DemoEnumerableCollection',
    supply: 220,
    ids: [0, 6000],
    uri: { kind: 'mixed', storedEvery: 4, encoding: 'utf8' },
    holders: { bob: 4, carol: 36 },
    words: [
      ['Smol', 'Uncle', 'Barista', 'Coach', 'Doctor', 'Disco', 'Cowboy', 'Sailor'],
      ['Joe', 'Jo', 'Joey', 'Josef', 'José', 'Giò', 'Jonas', 'Josh'],
    ],
  },
  {
    key: 'the-salvors',
    symbol: 'SALVOR',
    contract: 'DemoEnumerableCollection',
    supply: 260,
    ids: [1, 2000],
    uri: webp,
    holders: { alice: 8, carol: 14 },
    known: [
      { id: 18, holder: 'alice', title: 'Late Watch' },
      { id: 771, holder: 'alice', title: 'Red Sail' },
      { id: 1460, holder: 'alice', title: 'Mint Bay' },
    ],
    words: [
      ['Red', 'Late', 'Mint', 'Calm', 'Far', 'Outer', 'Brass', 'Second'],
      ['Sail', 'Watch', 'Bay', 'Wreck', 'Lantern', 'Reef', 'Crossing', 'Harbour'],
    ],
  },
  {
    key: 'nochillio',
    symbol: 'NOCHILL',
    contract: 'DemoEnumerableCollection',
    supply: 200,
    ids: [1, 1334],
    uri: png,
    holders: { bob: 5, carol: 10 },
    words: [
      ['Hot', 'No', 'Wild', 'Green', 'Seventh', 'Rushing', 'Restless', 'Full'],
      ['Current', 'Chill', 'Smoke', 'Fever', 'River', 'Wind', 'Pepper', 'Storm'],
    ],
  },
  {
    key: 'chad-doge',
    symbol: 'CHAD',
    contract: 'DemoCollection',
    supply: 240,
    ids: [1, 3250],
    uri: svg,
    holders: { carol: 44, alice: 2 },
    words: [
      ['Strong', 'Good', 'Sir', 'Venetian', 'Golden', 'Lucky', 'Senior', 'Cool'],
      ['Boy', 'Doge', 'Barker', 'Chin', 'Collar', 'Walker', 'Fetch', 'Shiba'],
    ],
  },
  {
    key: 'avax-apes',
    symbol: 'APES',
    contract: 'DemoEnumerableCollection',
    supply: 300,
    ids: [1, 10000],
    uri: png,
    holders: { carol: 60, bob: 3 },
    words: [
      ['Gong', 'Mountain', 'Old', 'Pipe', 'Ringed', 'Clever', 'Brother', 'Summit'],
      ['Ape', 'Elder', 'Thinker', 'Climber', 'Keeper', 'Drummer', 'Captain', 'Scholar'],
    ],
  },
]
