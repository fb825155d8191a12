import { demoArtifact, random, transact, wallets, type Random, type World } from '@parley/testkit'
import type { Nft } from '@parley/domain'
import { isFullLength } from '../fixtures/fullLength.ts'
import { drawnMark, fetchDrawn, gotoDrawn, openVisitor, untilDrawn, watchTakeover } from '../fixtures/takeover.ts'
import { expect, test } from '../fixtures/test.ts'
import { watchPolicy } from '../fixtures/watchPolicy.ts'

const entries = /\/assets\/index-[\w-]+\.js/

test('a document whose build was replaced before its scripts came is asked for once more, and works', async ({
  browser,
  cast,
  world,
}) => {
  const { offerId } = await cast.offerBetweenTwo()
  const { page, complaints } = await openVisitor(browser, world.url)
  await page.request.get('/api/swap-offers/sync')
  const takeover = await watchTakeover(page)
  const path = `/p2p/${offerId}`
  await page.route(path, async (route) => {
    await untilDrawn(page, path)
    await route.continue()
  })
  /** Goes there to a document of the build before, whose scripts have gone. @returns the document that comes in its place. */
  const visitBuildBefore = async (): Promise<string> => {
    await page.route(
      path,
      async (route) => {
        const { response, body } = await fetchDrawn(page, route)
        await route.fulfill({ response, body: body.replace(entries, '/assets/index-ofTheBuildBefore.js') })
      },
      { times: 1 },
    )
    await page.goto('/health')
    let documents = 0
    const second = page.waitForResponse((answer) => answer.request().isNavigationRequest() && (documents += 1) === 2)
    await page.goto(path, { waitUntil: 'commit' })
    return (await second).text()
  }
  // The server may be too busy to draw it by then.
  let document = ''
  while (!document.includes(drawnMark)) document = await visitBuildBefore()
  // Only the page that was asked for again can say so.
  await expect(page.getByText('In escrow').first()).toBeVisible()
  expect(await takeover()).toEqual(['reload', 'by the server', 'taken over'])
  expect(complaints).toEqual([])
  await page.context().close()
})

for (const [what, fail] of [
  ['are missing from their own build', { status: 404, body: '' }],
  ['do not come', null],
] as const)
  test(`an offer stays on screen, and is not loaded again and again, where its scripts ${what}`, async ({
    browser,
    cast,
    world,
  }) => {
    const { offerId } = await cast.offerBetweenTwo()
    const { page } = await openVisitor(browser, world.url)
    await page.request.get('/api/swap-offers/sync')
    const path = `/p2p/${offerId}`
    await page.route(path, async (route) => route.fulfill(await fetchDrawn(page, route)))
    let visits = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) visits += 1
    })
    await page.route(entries, (route) => (fail ? route.fulfill(fail) : route.abort()))
    // The page asks whether there is another build.
    const asked = page.waitForResponse(
      (answer) => answer.url().endsWith(path) && !answer.request().isNavigationRequest(),
    )
    await page.goto(path)
    await (await asked).finished()
    await page.evaluate(() => new Promise((later) => requestAnimationFrame(() => setTimeout(later))))
    await expect(page.getByRole('heading', { level: 1, name: 'An offer' })).toBeVisible()
    await expect(page.getByText('Not checked on chain yet')).toBeVisible()
    expect(visits).toBe(1)
    await page.context().close()
  })

/** Parts of names that would end, begin or call something in a document, or in what writes it. */
const tricks = [
  '</script>',
  '<script>pwned()</script>',
  '</SCRIPT ><script type="module">pwned()</script>',
  '<!--',
  '-->',
  '<!--<script>',
  ']]>',
  '<![CDATA[',
  '\u2028',
  '\u2029',
  '"',
  "'",
  '`',
  '&lt;script&gt;',
  '&quot;',
  '&#x22;',
  '$&',
  '$1',
  '$`',
  "$'",
  '</title>',
  '<img src=x onerror=pwned()>',
  '<svg onload=pwned()>',
  '"onmouseover="pwned()',
  String.raw`\u003c/script>`,
  String.raw`\"`,
  '\\',
  '{{7*7}}',
  '${pwned()}',
  '</div></div>',
  '<base href=//evil.example>',
  '<meta http-equiv=refresh content=0;url=//evil.example>',
  '<link rel="modulepreload" href=//evil.example>',
  '<div id="root">',
  '<html ',
  '</head>',
  '%PRODUCT_NAME%',
  '__proto__',
  '\u{1f98a}',
  '\ud83e',
  'שלום',
  '\u202e',
] as const

function hostileName(dice: Random): string {
  const count = Math.floor(dice.between(1, 5))
  return `n${Array.from({ length: count }, () => dice.pick(tricks)).join(dice.pick(['', ' ', 'x']))}`
}

/** Gives tokens these names, on chain. */
async function nameTokens({ chain }: World, nfts: readonly Nft[], names: readonly string[]): Promise<void> {
  const { abi } = await demoArtifact('DemoCollection')
  for (const [at, { contract, tokenId }] of nfts.entries()) {
    const json = Buffer.from(JSON.stringify({ name: names[at] })).toString('base64')
    const args = [tokenId, `data:application/json;base64,${json}`]
    await transact(
      chain.client,
      { from: wallets.deployer, to: contract, abi, functionName: 'storeTokenUri', args },
      chain.blocks,
    )
  }
}

for (const seed of isFullLength ? [1, 2, 3] : [1])
  test(`hostile names of NFTs are text in a drawn document, and nothing else, by seed ${seed}`, async ({
    browser,
    cast,
    world,
  }) => {
    const dice = random(seed)
    const [alice, bob] = [
      await cast.member(...Array.from({ length: 10 }, () => 'dokyo' as const)),
      await cast.member('dokyo', 'dokyo'),
    ]
    const nfts = [...alice.nfts, ...bob.nfts]
    const names = nfts.map(() => hostileName(dice))
    await nameTokens(world, nfts, names)
    await cast.approve(alice, ...alice.nfts)
    const offerId = await cast.offer(alice, alice.nfts, bob.nfts)
    const path = `/p2p/${offerId}`
    const { page, complaints } = await openVisitor(browser, world.url)
    await page.request.get('/api/swap-offers/sync')
    const plain = await (await page.request.get('/help')).text()
    const scripts = (html: string): number => html.match(/<script/gi)?.length ?? 0
    const carried = async (): Promise<unknown[]> => {
      const html = await (await page.request.get(path)).text()
      expect(scripts(html)).toBe(scripts(plain))
      const [, data = ''] = /id="document-data">([^<]*)<\/script>/.exec(html) ?? []
      return data === '' ? [] : Object.values(JSON.parse(data).data.names)
    }
    let known: unknown[] = []
    // The first document lacks the names. A busy server's carries nothing.
    await expect.poll(async () => (known = await carried()).length).toBe(nfts.length)

    const violations = await watchPolicy(page)
    await page.addInitScript(() => Object.assign(window, { pwned: () => Object.assign(window, { isPwned: true }) }))
    const takeover = await watchTakeover(page)
    const strangers: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('evil.example')) strangers.push(request.url())
    })
    await gotoDrawn(page, path)
    await expect.poll(takeover).toEqual(['navigate', 'by the server', 'taken over'])
    const shown = await page.locator('.print-words > b').allTextContents()
    expect(shown.length).toBeGreaterThan(0)
    for (const name of shown.filter((text) => text.startsWith('n'))) expect(known).toContain(name)
    expect(shown.filter((text) => text.startsWith('n')).length).toBeGreaterThan(nfts.length / 3)
    await expect(page.getByText('In escrow').first()).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'isPwned'))).toBeUndefined()
    expect([complaints, await violations(), strangers]).toEqual([[], [], []])
    await page.context().close()
  })
