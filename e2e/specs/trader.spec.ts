import { readFile } from 'node:fs/promises'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { parseEther } from 'viem'
import { painted } from '../fixtures/painted.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectSoundLooks } from '../roles/looks.ts'
import { TableScreen } from '../screens/TableScreen.ts'

/** Decodes a QR code's picture, as a camera would. */
async function readCode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) })
}

test.describe('given the link to a trader’s page', () => {
  test('a stranger sees what the chain says, its code leads there, and a table opens with the address in place', async ({
    cast,
    seat,
    world,
  }) => {
    const alice = await cast.member('dokyo', 'chikn')
    const bob = await cast.member('hoppers', 'furks')
    await cast.approve(alice, ...alice.nfts)
    await cast.approve(bob, ...bob.nfts)
    const done = await cast.offer(alice, alice.nfts.slice(0, 1), bob.nfts.slice(0, 1))
    await cast.callEscrow(bob, 'acceptSwapOffer', [done], parseEther('0.01'))
    const open = await cast.offer(alice, alice.nfts.slice(1), bob.nfts.slice(1))
    const link = `${world.url}/table/new?to=${alice.address}`

    const atBobs = await seat(bob.address)
    const { page } = atBobs
    await atBobs.visit(`/trader/${alice.address}`)
    const facts = page.locator('.trader-facts')
    await expect(facts).toContainText('Completed trades1')
    await expect(facts).toContainText('With you1')
    await expect(page.locator('.trader-collections')).toContainText('Dokyo')
    const createdIso = async (id: string) => {
      const logs = await world.chain.client.getLogs({ address: world.escrow, fromBlock: 0n })
      const created = logs.find(({ topics }) => topics[1] === id)
      const { timestamp } = await world.chain.client.getBlock({ blockNumber: created?.blockNumber ?? 0n })
      return new Date(Number(timestamp) * 1000).toISOString()
    }
    // Bob accepted the first one, which is nothing that Alice did.
    for (const [label, id] of [
      ['First seen', done],
      ['Last seen on chain', open],
    ] as const) {
      const fact = facts.locator('div').filter({ hasText: label })
      await expect(fact.locator('time')).toHaveAttribute('datetime', await createdIso(id))
      await expect(fact.locator('time')).toBeVisible()
    }
    await expect(page.getByText('Counted from the contract’s events. Parley doesn’t score anyone.')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Look at it/ })).toHaveAttribute('href', `/p2p/${open}`)
    const code = page.getByRole('img', { name: `QR code of ${link}` })
    const scanned = await readCode(await painted(page, () => code.screenshot()))
    expect(scanned).toBe(link)
    await expect(page.locator('.trade-link')).toHaveAttribute('title', link)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as PNG' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^trade-with-0x.*\.png$/)
    expect(await readCode(await readFile(await saved.path()))).toBe(link)
    const savingSvg = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as SVG' }).click()
    const svg = await sharp(await readFile(await (await savingSvg).path()), { density: 600 })
      .png()
      .toBuffer()
    expect(await readCode(svg)).toBe(link)
    await expectSoundLooks(page)

    // Its offers disappear when the viewer blocks the wallet, and come back.
    await page.getByRole('button', { name: 'Block this wallet' }).click()
    await expect(page.getByText('1 hidden by you')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Open a table with/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Unblock' }).first().click()
    await page.getByRole('link', { name: 'Make an offer directly' }).click()
    await expect(atBobs.screen.recipient).toHaveValue(alice.address)
    expect(new URL(page.url()).pathname).toBe('/p2p')

    // What a phone opens that has scanned the code, and what the page's own button opens.
    const table = new TableScreen(await seat(bob.address))
    await table.arrive(new URL(scanned).pathname + new URL(scanned).search)
    const board = table.person.page
    await expect(board.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(board.getByRole('main')).toContainText(`${alice.address.slice(0, 6)}…${alice.address.slice(-4)}`)
    await expect(table.button('Lay down an NFT').last()).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('link', { name: /^Open a table with/ })).toHaveAttribute(
      'href',
      new URL(link).pathname + new URL(link).search,
    )

    await atBobs.visit(`/trader/${alice.address.slice(0, -1)}`)
    await expect(page.getByRole('alert')).toContainText('This one is cut, or too long')
    expect(atBobs.complaints).toEqual([])
  })

  test('the owner filters the whole history, and the file says what the chain says', async ({ cast, seat, world }) => {
    const alice = await cast.member('dokyo', 'chikn', 'dokyo')
    const bob = await cast.member('hoppers')
    await cast.approve(alice, ...alice.nfts)
    await cast.approve(bob, ...bob.nfts)
    const [first, second] = alice.nfts
    if (!first || !second) throw new Error('the cast is short of NFTs')
    const cancelled = await cast.offer(alice, [second], bob.nfts)
    await cast.callEscrow(alice, 'cancelSwapOffer', [cancelled])
    const done = await cast.offer(alice, [first], bob.nfts)
    await cast.callEscrow(bob, 'acceptSwapOffer', [done], parseEther('0.01'))

    const atAlices = await seat(alice.address)
    const { page } = atAlices
    await atAlices.visit('/pending-trades')
    await page.getByRole('link', { name: 'History and export' }).click()
    await expect(page.getByRole('heading', { name: 'Your trade history' })).toBeVisible()
    const rows = page.locator('.trade-rows > li')
    await expect(rows).toHaveCount(2)
    await expectSoundLooks(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByLabel('Status').selectOption('Completed')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Completed')
    await page.getByLabel('Collection').selectOption('chikn')
    await expect(page.getByText('No offer of this address fits the filter.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Status')).toHaveValue('completed')
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await expect(rows).toHaveCount(2)

    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n')
    const cells = lines.map((line) => line.split(','))
    expect(cells.slice(1).map(([id, outcome]) => [id, outcome])).toEqual([
      [done, 'completed'],
      [cancelled, 'cancelled'],
    ])
    const column = (row: number, name: string) => cells[row]?.[cells[0]?.indexOf(name) ?? -1]
    const receipt = await world.chain.client.getTransactionReceipt({ hash: hashIn(column(1, 'transaction')) })
    const block = await world.chain.client.getBlock({ blockNumber: receipt.blockNumber })
    expect(column(1, 'date')).toBe(new Date(Number(block.timestamp) * 1000).toISOString())
    expect(column(1, 'counterparty')).toBe(bob.address)
    expect(column(1, 'give')).toBe(`Dokyo #${first.tokenId} (${first.contract})`)
    expect(column(1, 'fee')).toBe('0.01')
    expect(atAlices.complaints).toEqual([])
  })
})

function hashIn(text = ''): `0x${string}` {
  const [, hex] = /^0x([0-9a-f]{64})$/.exec(text) ?? []
  if (hex === undefined) throw new Error(`${text} is no transaction`)
  return `0x${hex}`
}
