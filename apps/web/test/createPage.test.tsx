import { screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import CreatePage from '../src/pages/CreatePage.tsx'
import { createText } from '../src/text/swap.lazy.ts'
import { aliceAt } from './text/givenLists.ts'
import { openRoom } from './text/room.tsx'

it.each([
  ['give', createText.stepPick],
  ['get', createText.stepFriend],
  ['approve', createText.stepApprove],
  ['sign', createText.stepSign],
])('each step of the create page has an address: #%s leads to “%s”', async (step, title) => {
  const shown: Element[] = []
  Object.assign(Element.prototype, {
    scrollIntoView(this: Element) {
      shown.push(this)
    },
  })
  window.history.replaceState(null, '', `/create-swap-offer#${step}`)
  onTestFinished(() => {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
    window.history.replaceState(null, '', '/')
  })
  await aliceAt(<CreatePage />)(openRoom('general'))
  const heading = await screen.findByRole('heading', { name: title })
  expect(shown).toEqual([heading.closest('li')])
})
