import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import HeaderBell from '../../src/app/HeaderBell.lazy.tsx'
import { isLookedAt, onReturn } from '../../src/services/attention.ts'
import { inboxText } from '../../src/text/inbox.lazy.ts'
import { leavePage, usePageNow } from '../given/attention.ts'
import { aliceAt, offered, toAlice } from '../text/givenLists.ts'
import { offerId, openRoom, patience } from '../text/room.tsx'

describe('given a page in sight', () => {
  it.each([
    ['counts', 4, true],
    ['does not count', 6, false],
  ] as const)('%s as looked at after %i minutes without a sign', (_, minutes, isLooked) => {
    leavePage(minutes)
    expect(isLookedAt()).toBe(isLooked)
  })

  it.each(['focusin', 'keydown', 'touchstart', 'touchmove'])(
    'counts as looked at again after %s, in any part of it',
    (sign) => {
      leavePage(6)
      const forget = onReturn(() => undefined)
      const part = document.body.appendChild(document.createElement('section'))
      part.dispatchEvent(new Event(sign, { bubbles: true }))
      expect(isLookedAt()).toBe(true)
      part.remove()
      forget()
    },
  )

  it('does not count as used where news above what is in view scrolled it', () => {
    leavePage(6)
    const forget = onReturn(() => undefined)
    window.dispatchEvent(new Event('scroll'))
    forget()
    expect(isLookedAt()).toBe(false)
  })

  it('tells everything that waits for the user’s return', () => {
    leavePage(6)
    const told: string[] = []
    const forget = ['bell', 'page'].map((name) => onReturn(() => void told.push(name)))
    window.dispatchEvent(new Event('pointermove'))
    for (const end of forget) end()
    expect(told).toEqual(['bell', 'page'])
  })
})

describe('given an offer’s page that was left open', () => {
  it('marks nothing as read that arrives, until the page is used again', async () => {
    leavePage(6)
    history.replaceState(null, '', `/p2p/${offerId}`)
    const expiresAtS = Math.floor(Date.now() / 1000) + 3 * 86_400
    await aliceAt(<HeaderBell />, { received: [offered({ ...toAlice, expiresAtS })] })(openRoom('general'))
    await screen.findByRole('link', { name: inboxText.bell(1, 1) }, patience)
    usePageNow()
    await screen.findByRole('link', { name: inboxText.bell(1, 0) }, patience)
    history.replaceState(null, '', '/')
  })
})
