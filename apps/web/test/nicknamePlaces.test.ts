import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = join(import.meta.dirname, '../src')

/** Draws an address, whole or cut. Ids of offers and transactions are cut by the same function. */
const drawsAddress = /<WholeAddress|\bshorten\(|\bfirstTen\(|<ExplorerLink to=\{\{ address/

/** Draws the private name that belongs to it. */
const drawsNickname = /<Nickname |\buseWho\(|\bnicknameOf\b/

/** Files that draw an address or an id without a nickname, and why. A new one needs a reason. */
const nameless: Readonly<Record<string, string>> = {
  'features/admin/ContractInfo.tsx': 'the contract’s owner, for its owner',
  'features/admin/OwnerLog.tsx': 'the owner’s record, as the chain has it',
  'features/admin/RecoverySection.tsx': 'the owner’s panel compares addresses',
  'features/contacts/ContactDialog.tsx': 'the name is typed below it',
  'features/contacts/FoundContacts.tsx': 'the contact’s name stands before it',
  'features/contacts/ImportDialog.tsx': 'the file’s names stand before it',
  'features/contacts/TypedName.tsx': 'the domain name stands before it',
  'features/draft/CreatedDialog.tsx': 'an offer’s id',
  'features/draft/DealContracts.tsx': 'a collection’s contract',
  'features/draft/DraftSidePrints.lazy.tsx': 'a collection’s contract',
  'features/offers/OfferAlerts.tsx': 'a notification is seen on locked screens',
  'features/offers/tellBlock.lazy.ts': 'an alert about the wallet whose button was pressed',
  'features/stats/TradeRow.tsx': 'ids and contracts',
  'features/transactions/TransactionDock.lazy.tsx': 'an offer’s id',
  'features/voice/SettingsDialog.tsx': 'the user’s own address',
  'features/voice/voiceNames.ts': 'PersonRow puts the nickname before it',
  'features/wallet/WalletArea.tsx': 'the user’s own address',
  'pages/AdminPage.tsx': 'escrows',
  'pages/ContactsPage.tsx': 'the contact’s name stands before it',
  'pages/OfferPage.tsx': 'an offer’s id',
  'pages/agreement/OfferReplies.tsx': 'an offer’s id',
  'pages/inbox/calendar.lazy.ts': 'calendars are shared',
  'pages/offer/OfferPreview.tsx': 'an offer’s id',
  'pages/offer/OfferSide.tsx': 'drawn before nicknames are loaded; the slip beside it names both',
  'pages/offer/useOfferFacts.ts': 'a check says what the chain says; the slip beside it names both',
  'pages/table/TableBoard.tsx': 'OpenTable passes the name, TableHead has the whole address',
  'pages/table/TableHead.tsx': 'OpenTable and NewTable name the person in the title above it',
  'pages/trader/TradeSlip.tsx': 'TraderPage passes the name',
  'pages/trader/TraderHead.tsx': 'TraderPage passes the name',
  'pages/trader/TraderPreview.tsx': 'drawn before nicknames are loaded',
  'pages/trader/TraderTable.tsx': 'a collection’s contract',
  'services/pushSubscription.ts': 'the user’s own address',
  'services/ExplorerLink.tsx': 'the link alone; its users name the person',
  'ui/Address.tsx': 'the address itself',
  'ui/ItemRow.tsx': 'a collection’s contract',
  'ui/Print.tsx': 'a collection’s contract',
}

/** Files that draw a nickname without drawing the address, and where the address is. */
const addressElsewhere: Readonly<Record<string, string>> = {
  'features/contacts/AddressFacts.tsx': 'below the field with the whole address',
  'features/contacts/LookAlikeStop.tsx': 'both addresses are compared character by character',
  'features/offers/BlockDialog.lazy.tsx': 'beside the button that was pressed',
  'features/voice/PersonRow.tsx': 'personName is the address, cut',
  'pages/agreement/TableNotes.tsx': 'in the slip below',
  'pages/table/FirstVersion.tsx': 'TableHead has the whole address',
}

describe('given every place that shows an address', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).toSorted()
  const drawing = files.filter((file) => drawsAddress.test(readFileSync(join(source, file), 'utf8')))

  it('shows the private name with it, or says why not', () => {
    const without = drawing.filter((file) => !drawsNickname.test(readFileSync(join(source, file), 'utf8')))
    expect(without).toEqual(Object.keys(nameless).toSorted())
  })

  it('shows an address wherever it shows a private name, or says where it is', () => {
    const naming = files.filter((file) => drawsNickname.test(readFileSync(join(source, file), 'utf8')))
    expect(naming.filter((file) => !drawing.includes(file))).toEqual(Object.keys(addressElsewhere).toSorted())
  })
})
