import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { coinText } from '../../src/text/deal.lazy.ts'
import { signingMessages } from '../../src/text/explainFailure.ts'
import { runCreate } from '../../src/features/offers/offerActions.lazy.ts'
import CoinForm from '../../src/pages/swap/CoinForm.lazy.tsx'
import { typeCoins } from '../../src/services/keptDraft.ts'
import { addTo, commitRecipient } from '../../src/services/drafts.ts'
import { queryKeys } from '../../src/services/queries.ts'
import { held } from './givenLists.ts'
import { givenConnectedWallet, givenWallet } from './givenWallet.ts'
import { alice, bob, escrow, openRoom, type Room } from './room.tsx'

const coin = 10n ** 18n

/** Alice has 10 AVAX and Bob 2; the fee is 0.01 and gas costs 1 gwei. */
async function forms(): Promise<Room> {
  const room = openRoom('general')
  const { session, portal } = room
  await givenConnectedWallet(room)
  session.queries.setQueryData(queryKeys.balance(alice), 10n * coin)
  session.queries.setQueryData(queryKeys.balance(bob), 2n * coin)
  session.queries.setQueryData(queryKeys.fee(escrow), coin / 100n)
  session.queries.setQueryData(queryKeys.gasPrice, 10n ** 9n)
  const store = session.drafts.of(portal.key)
  store.setState({ recipientText: bob })
  commitRecipient(store)
  room.show(
    <>
      <CoinForm address={alice} side="own" />
      <CoinForm address={alice} side="friend" />
    </>,
  )
  return room
}

const give = () => screen.findByRole('textbox', { name: coinText.give })
const get = () => screen.findByRole('textbox', { name: coinText.get })
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

/** The field is marked as wrong or not, and the line below it has these words. */
async function shows(field: HTMLElement, words: string, invalid: boolean): Promise<void> {
  await expect
    .poll(() => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent)
    .toBe(words)
  expect(field.getAttribute('aria-invalid') === 'true').toBe(invalid)
}

describe('given the amounts of a deal', () => {
  const canOffer = 'You have 10 AVAX, and can offer up to 9.9893 AVAX.'

  it('say what both wallets have, and what yours can offer', async () => {
    await forms()
    await shows(await give(), canOffer, false)
    await shows(await get(), 'They have 2 AVAX.', false)
  })

  it.each([
    ['abc', coinText.problems['not-a-number']],
    ['1,5', coinText.problems['not-a-number']],
    ['0.0000000000000000001', coinText.problems.decimals],
    ['100000000000', coinText.problems['too-much']],
  ])('%j is refused on either side', async (text, problem) => {
    await forms()
    for (const field of [await give(), await get()]) {
      type(field, text)
      await shows(field, problem, true)
    }
  })

  it('more than you have after fee and gas is refused, and Max fits exactly', async () => {
    await forms()
    const field = await give()
    type(field, '9.9999')
    await shows(field, coinText.tooMuchForYou('9.9893 AVAX'), true)
    fireEvent.click(screen.getByRole('button', { name: coinText.maxLabel }))
    await expect.poll(() => field).toHaveProperty('value', '9.989355')
    await shows(field, canOffer, false)
  })

  it('more than your friend has now is a warning', async () => {
    await forms()
    const field = await get()
    type(field, '2.5')
    await shows(field, coinText.tooMuchForThem('2 AVAX'), false)
  })
})

describe('given an offer of coins alone that is being made', () => {
  it('is not begun again for the same NFT', async () => {
    const { session, portal } = await forms()
    const store = session.drafts.of(portal.key)
    addTo(store, 'friend', held(2n))
    typeCoins(store, 'own', '1')
    givenWallet({ eth_accounts: new Promise(() => undefined) })
    void runCreate(session, portal)
    await expect.poll(() => session.transactions.of(alice).getState().length).toBe(1)
    await runCreate(session, portal)
    const alert = await screen.findByRole('alertdialog', { hidden: true })
    expect(alert.textContent).toContain('You already have a transaction in progress.')
  })
})

describe('given a deal with coins that the escrow would refuse [says coinsOnly, badCoins]', () => {
  it.each([
    ['coins for coins', '2', signingMessages.coinsOnly.text],
    ['an amount that is no number', 'abc', signingMessages.badCoins.text],
  ])('%s is said in an alert', async (_deal, asked, words) => {
    const { session, portal } = await forms()
    const store = session.drafts.of(portal.key)
    typeCoins(store, 'own', '1')
    typeCoins(store, 'friend', asked)
    await runCreate(session, portal)
    const alert = await screen.findByRole('alertdialog', { hidden: true })
    expect(alert.textContent).toContain(words)
  })
})
