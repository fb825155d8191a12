import { product } from '../../packages/domain/src/product.ts'
import { pageBrand } from './pageBrand.ts'

/** The light theme's background, as in `src/app/tokens.css`; systems show it before the page loads. */
const room = '#f4f2ec'

/** What a system needs to keep the page like an app: its name, its icons, where it begins. */
export function webManifest(): string {
  return JSON.stringify({
    id: '/',
    name: pageBrand.name,
    short_name: pageBrand.name,
    description: `${product.tagline} NFT swaps between two people, through an escrow contract on Avalanche.`,
    lang: 'en',
    dir: 'ltr',
    start_url: '/p2p',
    scope: '/',
    display: 'standalone',
    background_color: room,
    theme_color: room,
    categories: ['finance', 'utilities'],
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('maskable-512.png', 512, 'maskable'),
      { src: '/parley.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts: [
      { name: 'My Pending Trades', url: '/pending-trades' },
      { name: 'Create an offer', url: '/create-swap-offer' },
    ],
  })
}

function icon(file: string, sizePx: number, purpose: 'any' | 'maskable') {
  return { src: `/icons/${file}`, sizes: `${sizePx}x${sizePx}`, type: 'image/png', purpose }
}
