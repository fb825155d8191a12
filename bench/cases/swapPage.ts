import type { WireHoldings } from '@parley/protocol'
import { InjectedWallet, injectedWalletBinding, injectedWalletScript, wallets, type World } from '@parley/testkit'
import type { Browser, Page } from '@playwright/test'
import { getAddress } from 'viem'
import { connectWallet } from './chromium.ts'

const waitMs = 30_000

/** The swap page with a connected wallet. Every wallet holds `size` NFTs: that is simulated, the rest is real. */
export async function openSwapPage(browser: Browser, world: World, size: number): Promise<Page> {
  const account = wallets.alice.account.address
  const wallet = new InjectedWallet({ account, rpcUrl: world.chain.url })
  const context = await browser.newContext({ baseURL: world.url, viewport: { width: 1280, height: 900 } })
  await context.exposeBinding(injectedWalletBinding, (_source, request) => wallet.answer(request))
  const settings = { binding: injectedWalletBinding, name: 'Bench wallet', rdns: 'bench.wallet' }
  await context.addInitScript(injectedWalletScript, settings)
  await context.route('**/api/holdings/**', (route) => {
    const [, address = account] = /holdings\/(0x\w{40})/.exec(route.request().url()) ?? []
    return route.fulfill({ json: holdingsOf(world, getAddress(address), size) })
  })
  const page = await context.newPage()
  await page.goto('/p2p')
  await connectWallet(page, settings.name)
  await page.locator('[role=option]').first().waitFor({ timeout: waitMs })
  return page
}

function holdingsOf(world: World, address: WireHoldings['address'], size: number): WireHoldings {
  const { rows } = world.collections
  // An NFT has one owner: the page shows one of two wallets only once.
  const firstId = address === wallets.alice.account.address ? 0 : size
  const nfts = Array.from({ length: size }, (_, index) => {
    const row = rows[index % rows.length] ?? rows[0]
    if (!row) throw new RangeError('a world has collections')
    const tokenId = String(firstId + Math.floor(index / rows.length))
    const name = `${row.name} #${tokenId}`
    const image = `/api/nft/${row.address}/${tokenId}/image?size=256`
    return { contract: row.address, tokenId, name, collectionName: row.name, image, escrowedBy: null }
  })
  return { success: true, address, block: 1, nfts, unreadable: [], nextCursor: null }
}
