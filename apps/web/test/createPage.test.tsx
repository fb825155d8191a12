import { screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
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
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  window.history.replaceState(null, '', `/create-swap-offer#${step}`)
  onTestFinished(() => {
    scroll.mockRestore()
    window.history.replaceState(null, '', '/')
  })
  await aliceAt(<CreatePage />)(openRoom('general'))
  const heading = await screen.findByRole('heading', { name: title })
  expect(scroll.mock.contexts).toEqual([heading.closest('li')])
})
