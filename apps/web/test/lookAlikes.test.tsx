import type { Address } from '@parley/domain'
import { contextRoutes, tableRoutes } from '@parley/protocol'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { getAddress, keccak256, slice, toHex } from 'viem/utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Overlays from '../src/app/Overlays.lazy.tsx'
import { writeContactFile } from '../src/features/contacts/contactFile.ts'
import ContactDialog from '../src/features/contacts/ContactDialog.tsx'
import ContactsPage from '../src/pages/ContactsPage.tsx'
import CoinTargetField, { type CoinTarget } from '../src/pages/escrow/CoinTarget.lazy.tsx'
import { Inbound } from '../src/pages/table/Inbound.tsx'
import { contactList } from '../src/services/contacts.ts'
import { people } from '../src/services/people.tsx'
import { addressText, contactText } from '../src/text/contacts.lazy.ts'
import { escrowText } from '../src/text/escrow.lazy.ts'
import { inboundText } from '../src/text/inbound.lazy.ts'
import { shorten } from '../src/ui/Address.tsx'
import { givenConnectedWallet } from './text/givenWallet.ts'
import { openRoom, patience, type Room } from './text/room.tsx'

/**
 * A person of no other file. A worker keeps its modules from file to file: there, an account of another file has been read, and
 * the people that it traded with are known.
 */
const person = (name: string): Address => getAddress(slice(keccak256(toHex(`look-alikes, ${name}`)), 12))

const alice = person('alice')
const bob = person('bob')
const carol = person('carol')
const dave = person('dave')
const erin = person('erin')
const frank = person('frank')
const grace = person('grace')
const heidi = person('heidi')
const judy = person('judy')
const mallory = person('mallory')

/** An address that begins and ends like another one. In small letters, since its checksum would be another. */
const twinOf = (address: Address): Address =>
  `0x${address.slice(2, 6).toLowerCase()}${'5'.repeat(32)}${address.slice(-4).toLowerCase()}`

/** Whom a wallet has traded with, as the server says once it is let. */
function serverKnowing(account: Address, counterparties: readonly Address[]) {
  const gate = Promise.withResolvers<undefined>()
  const allowed: unknown[] = []
  const answer = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin)
    if (pathname === contextRoutes.counterparties.path.replace(':address', account)) {
      await gate.promise
      return Response.json({ success: true, counterparties })
    }
    if (pathname !== tableRoutes.inbound.path) return new Response(null, { status: 404 })
    if (init?.method === 'POST') allowed.push(await new Response(init.body).json())
    return Response.json({ success: true, openTo: 'known', allowed: [], blocked: [] })
  }
  vi.stubGlobal('fetch', answer)
  return { answers: () => gate.resolve(undefined), allowed }
}

async function pageOf(...accounts: readonly Address[]): Promise<Room> {
  const room = openRoom('general')
  await givenConnectedWallet(room, { eth_accounts: accounts, eth_requestAccounts: accounts })
  return room
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name, hidden: true })
const isStopped = (address: string) => people.getState().holds(address) === 'stopped'
const stop = () => screen.findByText(addressText.stopText, {}, patience)

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('given a browser without contacts, and a server that knows of a swap', () => {
  it('keeps no look-alike of its counterparty as a contact, also before the server has answered', async () => {
    const server = serverKnowing(alice, [bob])
    const room = await pageOf(alice)
    room.show(<ContactDialog address={null} onClose={() => undefined} />)
    type(contactText.addressLabel, twinOf(bob))
    type(contactText.nameLabel, 'Bob')
    expect(button(contactText.save).disabled).toBe(true)
    server.answers()
    await stop()
    fireEvent.click(button(addressText.takeKnown(shorten(bob))))
    type(contactText.nameLabel, 'Bob')
    fireEvent.click(button(contactText.save))
    expect(contactList.getState()).toEqual([{ address: bob, name: 'Bob' }])
  })

  it('lets no look-alike of its counterparty open tables', async () => {
    const server = serverKnowing(carol, [dave])
    const room = await pageOf(carol)
    room.show(<Inbound viewer={carol} />)
    const section = screen.getByText(inboundText.title).closest('details')
    if (!section) throw new Error('it does not fold')
    section.open = true
    fireEvent(section, new Event('toggle'))
    await screen.findByLabelText(inboundText.allowLabel, {}, patience)
    type(inboundText.allowLabel, twinOf(dave))
    expect(button(inboundText.allow).disabled).toBe(true)
    server.answers()
    await stop()
    expect(button(inboundText.allow).disabled).toBe(true)
    fireEvent.click(button(addressText.takeKnown(shorten(dave))))
    fireEvent.click(button(inboundText.allow))
    await waitFor(() => expect(server.allowed).toEqual([{ allow: dave }]), patience)
  })

  it('leaves it out of a file of contacts, and takes the counterparty', async () => {
    const server = serverKnowing(erin, [frank])
    server.answers()
    const room = await pageOf(erin)
    room.show(<ContactsPage />)
    const text = writeContactFile([
      { address: twinOf(frank), name: 'Frank' },
      { address: frank, name: 'Frank' },
    ])
    const field = document.querySelector('input[type=file]') ?? document.body
    fireEvent.change(field, { target: { files: [new File([text], contactText.fileName)] } })
    await screen.findByText(contactText.plan.stopped(1), {}, patience)
    fireEvent.click(button(contactText.importApply(1)))
    expect(contactList.getState().filter(({ name }) => name === 'Frank')).toEqual([{ address: frank, name: 'Frank' }])
  })
})

function Target() {
  const [target, setTarget] = useState<CoinTarget>({ text: grace, address: grace })
  return (
    <>
      <Overlays />
      <CoinTargetField account={grace} target={target} onTarget={setTarget} />
      <output>{target.address ?? 'none'}</output>
    </>
  )
}

describe('given coins that are owed to one of a wallet’s two accounts', () => {
  const to = () => document.querySelector('output')?.textContent

  it.each([
    ['the account', grace],
    ['the other account', heidi],
  ] as const)('sends none to a look-alike of %s, but to the real one', async (_, own) => {
    serverKnowing(grace, []).answers()
    const room = await pageOf(grace, heidi)
    room.show(<Target />)
    type(escrowText.to, twinOf(own))
    await stop()
    expect(to()).toBe('none')
    fireEvent.click(button(addressText.takeKnown(shorten(own))))
    await waitFor(() => expect(to()).toBe(own), patience)
  })
})

describe('given a contact from before look-alikes were looked for', () => {
  const store = (list: readonly unknown[]) => {
    localStorage.setItem('parley-contacts', JSON.stringify(list))
    window.dispatchEvent(new StorageEvent('storage', { key: 'parley-contacts' }))
  }
  const twin = twinOf(judy)

  it('is compared in full before it is used, once, and its page says so', async () => {
    serverKnowing(judy, []).answers()
    const room = await pageOf(judy)
    room.show(
      <>
        <Target />
        <ContactsPage />
      </>,
    )
    await waitFor(() => expect(isStopped(twin)).toBe(true), patience)
    act(() => store([{ address: twin, name: 'Old' }]))
    await screen.findByText('Old', {}, patience)
    await screen.findByText(addressText.stopped, {}, patience)
    expect(isStopped(twin)).toBe(true)
    type(escrowText.to, twin)
    await stop()
    fireEvent.click(button(addressText.takeCompared))
    expect(isStopped(twin)).toBe(false)
    await waitFor(() => expect(screen.queryByText(addressText.stopped)).toBeNull(), patience)
    // Also for the next page of this browser.
    expect(JSON.parse(localStorage.getItem('parley-contacts') ?? '')).toEqual([
      expect.objectContaining({ name: 'Old', compared: true }),
    ])
  })

  it('is held against other contacts, and not against what a server says', async () => {
    const server = serverKnowing(judy, [frank])
    server.answers()
    await pageOf(judy)
    act(() =>
      store([
        { address: mallory, name: 'One' },
        { address: twinOf(mallory), name: 'Two' },
        { address: twinOf(frank), name: 'Frank' },
      ]),
    )
    expect([mallory, twinOf(mallory), twinOf(frank)].map(isStopped)).toEqual([true, true, false])
    act(() =>
      store([
        { address: mallory, name: 'One', compared: true },
        { address: twinOf(mallory), name: 'Two' },
      ]),
    )
    expect([mallory, twinOf(mallory)].map(isStopped)).toEqual([false, true])
  })
})
