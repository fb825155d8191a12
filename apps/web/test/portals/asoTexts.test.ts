import { avalancheCollections, noCoins, type Address, type Nft } from '@parley/domain'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explainFailure } from '../../src/text/explainFailure.ts'
import { createFormatter } from '../../src/text/format.ts'
import { checkDeal } from '../../src/actions/checkDeal.ts'
import { openPortal } from '../../src/portals/openPortal.ts'
import { portal as aso } from '../../src/portals/places/ASOverse/portal.ts'
import { collectionsOn } from '../../src/services/Portal.ts'
import { quotedTexts } from '../text/quotedTexts.ts'

const { messages } = openPortal({ key: 'ASOverse', path: '/ASOverse' }, aso)
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

function nftOf(key: string): Nft {
  const row = avalancheCollections.find((one) => one.key === key)
  if (!row) throw new Error(`no collection ${key}`)
  return { contract: row.address, tokenId: 7n }
}

/** What the portal says of a draft, if something is wrong with it. */
function saidOf(offered: readonly Nft[], requested: readonly Nft[]): string | undefined {
  const contracts = (side: 'offered' | 'requested'): readonly Address[] =>
    collectionsOn(aso, side, avalancheCollections).map(({ address }) => address)
  const failure = checkDeal({
    offered,
    requested,
    coins: noCoins,
    recipient: bob,
    durationS: 300,
    traded: { offered: contracts('offered'), requested: contracts('requested') },
  })
  if (!failure) return undefined
  const [said] = explainFailure('create', failure, {
    messages,
    formatter: createFormatter(avalancheCollections, 'AVAX'),
  })
  return said?.text
}

describe('given a draft in the ASO portal with something else in it [says noValidOwn, noValidFriends, noContract]', () => {
  it('refuses a side that holds nothing of the portal’s', () => {
    const [own, other] = [nftOf('aso'), nftOf('dokyo')]
    expect(saidOf([other], [own])).toBe('No valid ASO NFTs selected for your side of the trade')
    expect(saidOf([own], [other])).toBe("No valid ASO NFTs selected for your friend's side of the trade")
  })

  it('names the contract that does not belong, and lets a clean draft pass', () => {
    const [own, other] = [nftOf('aso'), nftOf('dokyo')]
    expect(saidOf([own, other], [own])).toContain(other.contract)
    expect(saidOf([own], [own])).toBeUndefined()
  })
})

describe('given the ASO texts that the specification quotes', () => {
  const root = join(import.meta.dirname, '../../../..')
  const sources = globSync(
    ['e2e/specs/asoverse.spec.ts', 'e2e/portals/asoverse.ts', 'apps/web/test/portals/*.test.ts'],
    {
      cwd: root,
    },
  )
  const asserted = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')

  it.each(quotedTexts.filter(({ portal }) => portal === 'aso').map(({ text }) => text))(
    'a test brings about and looks for: %s',
    (text) => {
      expect(asserted).toContain(text.replace(/\{.*/, ''))
    },
  )
})
