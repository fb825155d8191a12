import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = join(import.meta.dirname, '../src')
const files = globSync('**/*.tsx', { cwd: source })
  .toSorted()
  .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }))

const namesOf = (found: typeof files): readonly string[] => found.map(({ file }) => file)
const without = (text: string, linked: RegExp): string => text.replaceAll(linked, '')

/** Whole addresses that lead to no explorer, and why. A new one needs a reason. */
const unlinkedAddresses: Readonly<Record<string, string>> = {
  'features/contacts/ContactDialog.tsx': 'a form: a link would leave it',
  'features/contacts/ImportDialog.tsx': 'a form: a link would leave it',
  'features/contacts/TypedName.tsx': 'what was typed, before it is used',
  'ui/ItemRow.tsx': 'in dialogs that one decides in; its picture opens the NFT’s details, which have the link',
  'ui/Print.tsx': 'unless its user passes a link',
}

/** Prints of NFTs without a link of their own, and why. */
const unlinkedPrints: Readonly<Record<string, string>> = {
  'features/draft/DraftSidePrints.lazy.tsx': 'small; its picture opens the NFT’s details, which have the link',
  'pages/escrow/HomeSlip.tsx': 'each row below leads to its offer’s page, which has the link',
  'pages/table/TableSide.tsx': 'the picker opens the NFT’s details, which have the link',
}

/** Links that say in words what they lead to, or are drawn before there is a session. */
const inWords = [
  'app/Frame.tsx',
  'features/admin/ContractInfo.tsx',
  'features/wallet/AccountDialog.tsx',
  'pages/CollectionList.tsx',
  'services/ExplorerLink.tsx',
  'services/NftDetail.lazy.tsx',
]

describe('given every place that shows something that is on the explorer', () => {
  it('links each whole address, or says why not', () => {
    const linked = /<ExplorerLink[^>]*>\s*<WholeAddress[^>]*\/>/g
    expect(namesOf(files.filter(({ text }) => without(text, linked).includes('<WholeAddress')))).toEqual(
      Object.keys(unlinkedAddresses),
    )
  })

  it('links each print of an NFT, or says why not', () => {
    const printing = files.filter(({ text }) => /<Print\b/.test(text))
    expect(printing.length).toBeGreaterThan(3)
    expect(namesOf(printing.filter(({ text }) => !/link=\{\s*<ExplorerLink to=\{\{ nft/.test(text)))).toEqual(
      Object.keys(unlinkedPrints),
    )
  })

  it('opens the NFT’s details from each row of a deal, and from each print but those of others', () => {
    const drawing = files.filter(({ text }) => /<(?:ItemRow|Print)\b/.test(text))
    const closed = drawing.filter(({ text }) =>
      [...text.matchAll(/<(?:ItemRow|Print)\b[^]*?\/>\n/g)].some(
        ([element]) => !/open=\{openerOf(?:\?\.)?\(/.test(element),
      ),
    )
    expect(namesOf(drawing).length).toBeGreaterThan(5)
    expect(namesOf(closed)).toEqual(['pages/escrow/HomeSlip.tsx', 'pages/table/TableSide.tsx'])
  })

  it('draws no hash of a transaction without its link', () => {
    const drawing = files.filter(({ text }) => /<ExplorerLink[^>]*tx: /.test(text))
    expect(drawing.length).toBeGreaterThan(3)
    const bare = /(?:shorten|firstTen)\([^)]*(?:tx|hash)[^)]*\)|>\s*\{[\w.]*txHash\}/i
    expect(namesOf(files.filter(({ text }) => bare.test(text.replaceAll(/codeHash/g, ''))))).toEqual([])
  })

  it('takes the explorer’s address from the configuration, in one component but for links in words', () => {
    const own = files.filter(({ text }) => /explorerUrl/.test(text))
    expect(namesOf(own)).toEqual(inWords)
    expect(namesOf(files.filter(({ text }) => /snowtrace|etherscan/i.test(text)))).toEqual([])
  })
})
