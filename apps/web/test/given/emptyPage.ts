import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { walletTrouble } from '../../src/features/wallet/connectWallet.ts'
import { contactList, removeContact } from '../../src/services/contacts.ts'

// Runs before each file of the page's tests. They share modules and document, so leftovers must be removed.

// A machine may be twenty times slower than the developer's.
configure({ asyncUtilTimeout: 120_000 })

// Real timing as in a browser: tests wait for what appears.
beforeEach(() => void Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))

// A pressed link to an app, or a page opened on the way, changes the address. Without an origin the next file's links break.
let address: string
beforeEach(() => {
  address = location.href
})
afterEach(() => {
  if (location.href !== address) Reflect.get(window, 'happyDOM').setURL(address)
})

afterEach(() => {
  cleanup()
  for (const { address } of contactList.getState()) removeContact(address)
  Reflect.deleteProperty(window, 'ethereum')
  localStorage.clear()
  sessionStorage.clear()
  walletTrouble.setState({ problem: null })
})

/** Globals that a file may replace for its tests, and must put back. */
function replaceable(): ReadonlyMap<string, unknown> {
  const globals = Object.getOwnPropertyNames(globalThis).map((name): [string, unknown] => [
    name,
    Object.getOwnPropertyDescriptor(globalThis, name)?.value,
  ])
  return new Map([
    ...globals.filter(([name]) => !name.startsWith('__') && name !== 'IS_REACT_ACT_ENVIRONMENT'),
    ['document.visibilityState', document.visibilityState],
    ['scrollIntoView', Object.getOwnPropertyDescriptor(Element.prototype, 'scrollIntoView')?.value],
    ['a fake clock', vi.isFakeTimers()],
  ])
}

const before = replaceable()
afterAll(() => {
  document.body.replaceChildren()
  delete document.documentElement.dataset['theme']
  // Otherwise another file fails, and only where chance puts both into one worker.
  const after = replaceable()
  const left = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !Object.is(before.get(name), after.get(name)),
  )
  if (left.length > 0) throw new Error(`the tests of this file leave changed: ${left.join(', ')}`)
})

afterAll(async () => {
  // A pressed link may have led to a wallet's app. From there, the next file's page could ask no server.
  const page: { setURL(url: string): void } = Reflect.get(window, 'happyDOM')
  if (location.protocol !== 'http:') page.setURL('http://localhost:3000/')
  // A chunk still loading after the last test would arrive without a document, and fail the next file.
  await vi.dynamicImportSettled()
  // Modules that a file loaded again keep its state. The next file loads its own.
  const latest = await import('../../src/services/contacts.ts')
  if (latest.contactList !== contactList) vi.resetModules()
})
