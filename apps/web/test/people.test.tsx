import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useDraft } from '../src/features/draft/useDraft.ts'
import CoinTargetField, { type CoinTarget } from '../src/pages/escrow/CoinTarget.lazy.tsx'
import { RecipientField } from '../src/pages/swap/RecipientField.tsx'
import { NewTable } from '../src/pages/table/NewTable.tsx'
import TraderPage from '../src/pages/TraderPage.tsx'
import { removeContact, saveContact } from '../src/services/contacts.ts'
import { commitRecipient } from '../src/services/drafts.ts'
import '../src/services/knownPeople.lazy.ts'
import { generalMessages } from '../src/text/catalogue.ts'
import { addressText, contactText } from '../src/text/contacts.lazy.ts'
import { draftText } from '../src/text/deal.lazy.ts'
import { escrowText } from '../src/text/escrow.lazy.ts'
import { tablePageText, tableProblemText } from '../src/text/table.lazy.ts'
import { historyText, noTraderText, tradeLinkText, traderText } from '../src/text/trader.lazy.ts'
import { shorten } from '../src/ui/Address.tsx'
import { alice, bob, dokyo, escrow, openRoom, patience, type Room } from './text/room.tsx'

const poisoned = '0x3c445555555555555555555555555555555593bc'
/** A look-alike that no test chooses, since a compared one stays known. */
const forged = '0x3c447777777777777777777777777777777793bc'
const dead = '0x000000000000000000000000000000000000dEaD'
const carol = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** The server knows of no swaps. */
const noSwaps = () => vi.stubGlobal('fetch', async () => Response.json({ success: true, counterparties: [] }))

beforeEach(() => {
  localStorage.clear()
  noSwaps()
})

afterEach(() => {
  removeContact(bob)
  vi.unstubAllGlobals()
})

describe('given a link that opens a table', () => {
  const open = (to: string, prepare: (calls: Map<string, string>) => void = () => undefined) => {
    const room = openRoom('general')
    prepare(room.calls)
    room.show(<NewTable viewer={alice} search={`?to=${to}`} />)
  }

  it.each([
    ['a burn address', dead],
    ['a contract of the chain itself', '0x0000000000000000000000000000000000000001'],
    ['the escrow', escrow],
    ['a collection of the registry', dokyo],
    ['the viewer', alice],
  ])('refuses %s', async (_, to) => {
    open(to)
    await screen.findByText(tableProblemText.badAddress, {}, patience)
    expect(screen.queryByRole('heading', { name: tablePageText.newTitle(shorten(to)) })).toBeNull()
  })

  it('shows no board for a look-alike until it was compared', async () => {
    saveContact(bob, 'Bob')
    open(poisoned)
    fireEvent.click(await screen.findByRole('button', { name: addressText.takeCompared }, patience))
    await screen.findByRole('heading', { name: /0x3c44…93bc/i }, patience)
  })

  it.each([
    ['keeps its deal where the known one holds what it asks for', bob, [`${dokyo}:7`, `${dokyo}:9`, '30']],
    ['leaves its deal behind where another holds it', alice, [null, null, null]],
    ['leaves its deal behind where the chain does not say', null, [null, null, null]],
  ])('with the known person instead of a look-alike: %s', async (_, holder, kept) => {
    saveContact(bob, 'Bob')
    const room = openRoom('general')
    const word = (hex: string) => hex.padStart(64, '0')
    if (holder) room.calls.set(`0x6352211e${word('9')}`, `0x${word(holder.slice(2).toLowerCase())}`)
    const search = `?to=${forged}&give=${dokyo}:7&want=${dokyo}:9&minutes=30`
    room.show(<NewTable viewer={alice} search={search} />)
    fireEvent.click(await screen.findByRole('button', { name: addressText.takeKnown('Bob') }, patience))
    expect(screen.getByText(tablePageText.linkTerms)).toBeTruthy()
    await waitFor(() => expect(new URLSearchParams(location.search).get('to')).toBe(bob), patience)
    const query = new URLSearchParams(location.search)
    expect([query.get('give'), query.get('want'), query.get('minutes')]).toEqual(kept)
    history.replaceState(null, '', '/')
  })

  it('warns of an address where a contract lives', async () => {
    open(carol, (calls) => calls.set('eth_getCode', '0x60'))
    await screen.findByText(/contract/i, { selector: '.field-warning' }, patience)
  })

  it('opens while the server fails, with contacts alone to compare with', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    open(carol)
    await screen.findByRole('heading', { name: tablePageText.newTitle(shorten(carol)) }, patience)
  })
})

/** Asks a contract whether it is an NFT collection. */
const isCollection = `0x01ffc9a780ac58cd${'0'.repeat(56)}`
const yes = `0x${'1'.padStart(64, '0')}`
const no = `0x${'0'.repeat(64)}`

describe('given a contract of no registry as the person to trade with', () => {
  function Field() {
    return <RecipientField recipient={useDraft().recipient} disabled={false} />
  }
  const places = {
    'the swap page': (room: Room) => {
      room.show(<Field />)
      fireEvent.change(screen.getByRole('textbox'), { target: { value: carol } })
      act(() => commitRecipient(room.session.drafts.of(room.portal.key)))
    },
    'the address that owed coins are sent to': (room: Room) =>
      room.show(
        <CoinTargetField account={alice} target={{ text: carol, address: carol }} onTarget={() => undefined} />,
      ),
    'a link that opens a table': (room: Room) => room.show(<NewTable viewer={alice} search={`?to=${carol}`} />),
  }

  it.each(Object.entries(places))('warns of an NFT collection, and not of a smart account, at %s', async (_, show) => {
    for (const [answer, isOne] of [
      [yes, true],
      [no, false],
    ] as const) {
      const room = openRoom('general')
      room.calls.set('eth_getCode', '0x60').set(isCollection, answer)
      show(room)
      await screen.findByText(generalMessages.contractRecipient, {}, patience)
      const answered = () => room.session.queries.getQueryData(['is-collection', carol])
      await waitFor(() => expect(answered()).toBe(isOne), patience)
      if (isOne) await screen.findByText(addressText.collectionContract, {}, patience)
      else expect(screen.queryByText(addressText.collectionContract)).toBeNull()
      cleanup()
    }
  })
})

describe('given an address in the clipboard that only looks like a contact’s', () => {
  it('is stopped when it is pasted with a press, or by the keyboard, and the known one taken instead', async () => {
    saveContact(bob, 'Bob')
    const lookAlike = '0x3c449999999999999999999999999999999993bc'
    vi.stubGlobal('navigator', { ...navigator, clipboard: { readText: async () => ` ${lookAlike}\n` } })
    const room = openRoom('general')
    function Field() {
      const { recipient } = useDraft()
      return (
        <>
          <RecipientField recipient={recipient} disabled={false} />
          <output>{`${recipient.state} ${recipient.address}`}</output>
        </>
      )
    }
    room.show(<Field />)
    const field = () => screen.getByLabelText(generalMessages.recipientLabel)
    const state = () => document.querySelector('output')?.textContent
    const keyboard = () => fireEvent.change(field(), { target: { value: lookAlike } })
    const press = async () =>
      fireEvent.click(await screen.findByRole('button', { name: draftText.pasteLabel }, patience))
    for (const paste of [press, keyboard]) {
      await paste()
      await waitFor(() => expect(state()).toBe('stopped null'), patience)
      fireEvent.click(await screen.findByRole('button', { name: addressText.takeKnown('Bob') }, patience))
      await waitFor(() => expect(state()).toBe(`valid ${bob}`), patience)
    }
  })
})

describe('given coins that the wallet refused', () => {
  function Target() {
    const [target, setTarget] = useState<CoinTarget>({ text: alice, address: alice })
    return (
      <>
        <CoinTargetField account={alice} target={target} onTarget={setTarget} />
        <output>{target.address ?? 'none'}</output>
      </>
    )
  }
  const address = () => screen.getByRole('status').textContent
  const type = (value: string) => fireEvent.change(screen.getByLabelText(escrowText.to), { target: { value } })

  it('sends them only to a wallet that was compared with the known ones', async () => {
    saveContact(bob, 'Bob')
    openRoom('general').show(<Target />)
    expect(address()).toBe(alice)
    type('0x12')
    expect(screen.getByRole('alert').textContent).toBe(escrowText.toProblems.malformed)
    for (const nobody of [dead, escrow, dokyo]) {
      type(nobody)
      expect([address(), screen.getByRole('alert').textContent]).toEqual(['none', escrowText.toProblems.nobody])
    }
    // Choosing the other test's look-alike has made that one known to the page.
    type('0x3c446666666666666666666666666666666693bc')
    expect(address()).toBe('none')
    fireEvent.click(await screen.findByRole('button', { name: addressText.takeKnown('Bob') }, patience))
    await waitFor(() => expect(address()).toBe(bob), patience)
  })
})

describe('given a trader’s page', () => {
  const open = (addressText: string, isHistory = false) =>
    openRoom('general').show(<TraderPage addressText={addressText} isHistory={isHistory} />)

  it('sets no address in the serif of its titles', async () => {
    open(bob)
    const title = await screen.findByRole('heading', { name: tradeLinkText.other(shorten(bob)) }, patience)
    expect(title.querySelector('.hex-text')?.textContent).toBe(shorten(bob))
  })

  it('calls a contact by its name, beside the whole address, and shares no nickname', async () => {
    const shared = vi.fn<(data: ShareData) => Promise<void>>(async () => undefined)
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share: shared, canShare: () => true }))
    open(bob)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(shorten(bob))
    await screen.findByRole('button', { name: contactText.add }, patience)
    act(() => saveContact(bob, 'Bob the Builder'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bob the Builder')
    expect(document.querySelector('.trader-address')?.textContent).toContain(bob)
    expect(document.body.textContent).toContain(traderText.named)
    expect(screen.getByRole('link', { name: tradeLinkText.openTable('Bob the Builder') })).toBeTruthy()
    await screen.findByRole('button', { name: contactText.rename }, patience)
    fireEvent.click(screen.getByRole('button', { name: tradeLinkText.share }))
    await waitFor(() => expect(shared).toHaveBeenCalledOnce(), patience)
    expect(JSON.stringify(shared.mock.calls)).not.toContain('Builder')
    expect(JSON.stringify(shared.mock.calls)).toContain(shorten(bob))
  })

  it('names the trader of a history, beside the whole address', () => {
    saveContact(bob, 'Bob')
    open(bob, true)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(historyText.title('Bob'))
    expect(document.querySelector('.trader-address')?.textContent).toBe(bob)
  })

  it.each([
    ['0x12', 'length'],
    [`0x${'z'.repeat(40)}`, 'characters'],
    [bob.replace('3C44', '3c44'), 'checksum'],
    [`0x${'0'.repeat(40)}`, 'zero'],
  ] as const)('says what is wrong with %s, and leads to a page that exists', (text, problem) => {
    open(text)
    expect(screen.getByRole('alert').textContent).toContain(noTraderText.text[problem])
    expect(screen.getByRole('link', { name: noTraderText.toTable }).getAttribute('href')).toBe('/p2p')
  })

  it('offers no trade at the address of an escrow or a collection', () => {
    open(dokyo)
    expect(document.body.textContent).toContain(traderText.collection('Dokyo'))
    expect(screen.queryByRole('button', { name: contactText.add })).toBeNull()
    expect(screen.queryByRole('link', { name: tradeLinkText.swap })).toBeNull()
  })
})
