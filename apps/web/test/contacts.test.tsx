import type { Address } from '@parley/domain'
import { render } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FoundContacts } from '../src/features/contacts/FoundContacts.tsx'
import { maxFileBytes, planImport, readContactFile, writeContactFile } from '../src/features/contacts/contactFile.ts'

const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const carol = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const dave = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const poisoned = '0x3c445555555555555555555555555555555593bc'
const key = 'parley-contacts'

/** As after a reload. */
async function openPage() {
  vi.resetModules()
  const contacts = await import('../src/services/contacts.ts')
  const known = await import('../src/services/knownPeople.lazy.ts')
  const { people } = await import('../src/services/people.tsx')
  const { meet } = await import('../src/services/recentPeople.ts')
  return { ...contacts, ...known, meet, people: () => people.getState() }
}

/** A server that knows of swaps. */
function serverWith(...counterparties: readonly Address[]) {
  const asked = vi.fn<typeof fetch>(async () => Response.json({ success: true, counterparties }))
  vi.stubGlobal('fetch', asked)
  return { asked }
}

beforeEach(() => localStorage.clear())

describe('given contacts in this browser', () => {
  it('keeps them in the order of their names, cleaned, over a reload', async () => {
    const page = await openPage()
    page.saveContact(carol, 'zoe')
    page.saveContact(bob, ' Bob\u202E\n the  first ')
    page.saveContact(bob, '\u200B')
    const { contactList, people, removeContact } = await openPage()
    expect(contactList.getState()).toEqual([
      { address: bob, name: 'Bob the first' },
      { address: carol, name: 'zoe' },
    ])
    expect(people().nameOf(bob)).toBe('Bob the first')
    removeContact(bob)
    expect(people().nameOf(bob)).toBeUndefined()
  })

  it('finds them by the beginning of their names first, and by their address', async () => {
    const { saveContact, findContacts } = await openPage()
    saveContact(bob, 'Anna Bell')
    saveContact(carol, 'Bella')
    saveContact(dave, 'Isabel')
    expect(findContacts('bel').map(({ name }) => name)).toEqual(['Bella', 'Anna Bell', 'Isabel'])
    expect(findContacts(bob.slice(0, 8)).map(({ name }) => name)).toEqual(['Anna Bell'])
    expect(findContacts(' ')).toEqual([])
  })

  it.each(['{', '7', 'null', '{}', JSON.stringify([null, { address: '0x1', name: 'x' }, { address: bob, name: 7 }])])(
    'starts without any where %s is stored instead',
    async (stored) => {
      localStorage.setItem(key, stored)
      expect((await openPage()).contactList.getState()).toEqual([])
    },
  )

  it('keeps at most 500', async () => {
    const { addContacts, contactList } = await openPage()
    addContacts(
      Array.from({ length: 600 }, (_, at) => ({
        address: `0x${(at + 1).toString(16).padStart(40, '0')}` as const,
        name: `n${at}`,
      })),
    )
    expect(contactList.getState()).toHaveLength(500)
  })
})

describe('given an address that looks like a known one', () => {
  it('is stopped for contacts, people met and counterparties, until it is compared', async () => {
    const { people, saveContact, lookAlikeOf, acceptCompared } = await openPage()
    expect(people().holds(poisoned)).toBeUndefined()
    saveContact(bob, 'Bob')
    expect(people().holds(poisoned)).toBe('stopped')
    expect(people().holds(bob)).toBeUndefined()
    expect(lookAlikeOf(poisoned)).toBe(bob)
    acceptCompared(poisoned)
    expect(people().holds(poisoned)).toBeUndefined()

    const met = await openPage()
    localStorage.clear()
    met.meet(carol, bob)
    expect(met.people().holds(poisoned)).toBe('stopped')
  })

  it('is not made known by the server, which may lie', async () => {
    const page = await openPage()
    page.saveContact(bob, 'Bob')
    const server = serverWith(poisoned, dave)
    expect(await page.readCounterparties(carol)).toBe(true)
    await page.readCounterparties(carol)
    expect(server.asked).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
    expect(page.people().holds(poisoned)).toBe('stopped')
    // But a look-alike of one of them is stopped too.
    expect(page.people().holds(`0x15d3${'7'.repeat(32)}6a65`)).toBe('stopped')
    expect(page.isStranger(dave)).toBe(false)
    expect(page.isStranger('0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc')).toBe(true)
  })

  it('holds what looks for a person by name, and no other text', async () => {
    const { people, saveContact } = await openPage()
    saveContact(bob, 'Bob')
    expect(people().holds('bo')).toBe('typing')
    expect(people().holds('bob.avax')).toBe('typing')
    expect(people().holds('sub.bob.ETH')).toBe('typing')
    expect(people().holds('zzz')).toBeUndefined()
    expect(people().holds('0x12')).toBeUndefined()
  })
})

describe('given a file of contacts', () => {
  const file = (contacts: unknown, more: object = {}) =>
    JSON.stringify({ kind: 'parley-contacts', version: 1, contacts, ...more })

  it.each([
    ['json', '{"kind":'],
    ['json', ''],
    ['form', '[]'],
    ['form', '{"contacts":[]}'],
    ['form', file({})],
    ['form', file([], { version: 0 })],
    ['form', file([], { kind: 'others' })],
    ['version', file([], { version: 2 })],
    ['many', file(Array.from({ length: 5_001 }, () => 0))],
    ['size', ' '.repeat(maxFileBytes + 1)],
  ])('says %s of a file that it can’t use', (problem, text) => {
    expect(readContactFile(text)).toEqual({ problem })
  })

  it('reads what was written, also with a byte order mark', () => {
    const contacts = [
      { address: bob, name: 'Bob "B" <b>' },
      { address: carol, name: '名前 🦊' },
    ] as const
    expect(readContactFile(`\uFEFF${writeContactFile(contacts)}`)).toEqual({ contacts, unread: 0 })
  })

  it('tells what a merge does, which removes nothing and adds no look-alike', () => {
    const read = readContactFile(
      file([
        { address: bob, name: 'Robert' },
        { address: carol, name: 'Carol' },
        { address: poisoned, name: 'Bob' },
        { address: dave.toLowerCase(), name: 'Dave\u202E' },
        { address: dave, name: '0xdead' },
        'x',
      ]),
    )
    if ('problem' in read) throw new Error(read.problem)
    const now = [
      { address: bob, name: 'Bob' },
      { address: carol, name: 'Carol' },
    ] as const
    const plan = planImport(
      read,
      now,
      now.map(({ address }) => address),
      [],
    )
    expect(plan).toMatchObject({
      added: [{ address: dave, name: 'Dave' }],
      renamed: [{ before: now[0], after: { address: bob, name: 'Robert' } }],
      same: 1,
      stopped: [{ name: 'Bob' }],
      over: 0,
      unread: 2,
    })
  })

  it('takes no name that looks like another contact’s, by a new entry, a renaming or two of them', () => {
    const now = [
      { address: bob, name: 'Bob' },
      { address: carol, name: 'Carol' },
    ] as const
    const scammer = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
    const known = now.map(({ address }) => address)
    const taken = (...contacts: readonly { address: Address; name: string }[]) =>
      planImport({ contacts, unread: 0 }, now, known, []).taken.map(({ address, name }) => [address, name])
    expect(taken({ address: scammer, name: 'B0b' })).toEqual([[scammer, 'B0b']])
    expect(taken({ address: bob, name: 'Carol' }, { address: carol, name: 'Bob' })).toEqual([
      [bob, 'Carol'],
      [carol, 'Bob'],
    ])
    expect(taken({ address: dave, name: 'Dave' }, { address: scammer, name: 'DAVE' })).toEqual([[scammer, 'DAVE']])
    expect(taken({ address: dave, name: 'Dave' }, { address: bob, name: 'Robert' })).toEqual([])
  })

  it('never throws and never keeps an unclean name, over 2,000 seeded files', () => {
    let state = 5
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return (state >>> 8) % below
    }
    const texts = ['', 'Bob', '\u202EBob', bob, carol.toLowerCase(), '0x', '__proto__', 'a'.repeat(300), '\u0000', '🦊']
    const some = (depth: number): unknown => {
      const pick = next(depth > 3 ? 4 : 8)
      if (pick === 0) return null
      if (pick === 1) return next(3) - 1
      if (pick < 4) return texts[next(texts.length)]
      if (pick === 4) return Array.from({ length: next(4) }, () => some(depth + 1))
      return { address: texts[next(texts.length)], name: texts[next(texts.length)], contacts: some(depth + 1) }
    }
    for (let round = 0; round < 2_000; round += 1) {
      const whole = file(Array.from({ length: next(6) }, () => some(0)))
      // Some are cut or changed in a character.
      const text = next(3) === 0 ? whole.slice(0, next(whole.length)) : whole.replace('"', next(9) === 0 ? "'" : '"')
      const read = readContactFile(text)
      if ('problem' in read) continue
      for (const { address, name } of read.contacts) {
        expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
        expect(name).not.toMatch(/[\p{C}\u202E]|^$|^0x/u)
        expect([...name].length).toBeLessThanOrEqual(40)
      }
      expect(planImport(read, [], [], []).added.length).toBeLessThanOrEqual(500)
    }
  })
})

describe('given a field whose text finds contacts', () => {
  it('stays their combobox while another text finds other ones', () => {
    const shown: string[] = []
    const list = (text: string) => (
      <FoundContacts
        key={text}
        contacts={[{ address: bob, name: 'Bob' }]}
        onChoose={() => undefined}
        onField={({ role }) => shown.push(role ?? 'plain')}
      />
    )
    const { rerender, unmount } = render(list('b'))
    rerender(list('bo'))
    expect(shown.at(-1)).toBe('combobox')
    unmount()
    expect(shown.at(-1)).toBe('plain')
  })
})
