import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import ContactsPage from '../src/pages/ContactsPage.tsx'
import { removeContact, saveContact } from '../src/services/contacts.ts'
import { frameText } from '../src/text/frame.ts'
import { bob, openRoom, withExplorer } from './text/room.tsx'

beforeEach(() => saveContact(bob, 'Bob'))
afterEach(() => removeContact(bob))

it('a contact’s name leads to their trades, and the address to the explorer', () => {
  const bare = openRoom('general')
  cleanup()
  withExplorer(bare).show(<ContactsPage />)
  expect(screen.getByRole('link', { name: 'Bob' }).getAttribute('href')).toBe(`/trader/${bob}`)
  const outside = screen.getByRole('link', { name: new RegExp(frameText.onExplorer) })
  expect(outside.getAttribute('href')).toBe(`https://explorer.test/address/${bob}`)
  expect(document.querySelector('a a')).toBeNull()
})
