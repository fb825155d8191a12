import { NameServices } from '@parley/testkit'
import { expect } from '../expect.ts'
import { at, busyOnce } from '../peopleScenes.ts'
import type { Area, Shot } from '../Shot.ts'
import type { Stage } from '../Stage.ts'

/** Types a name where a recipient belongs. */
async function typeName(stage: Stage, name: string) {
  const names = await NameServices.open(stage.world)
  const bob = stage.addressOf('bob')
  await names.setAvvy('bob.avax', bob)
  await names.setAvvyName(bob, 'bob.avax')
  await names.setEns('bücher.eth', bob)
  const { page, screen } = await stage.arrive('alice')
  await screen.recipient.fill(name)
  return { page, bob }
}

/** A typed name, and the text that tells what became of it. */
const typed = (name: string, text: string, shown: RegExp): Shot => ({
  name,
  async reach(stage) {
    const { page } = await typeName(stage, text)
    await expect(page.getByText(shown).first()).toBeVisible()
    return page
  },
})

/** The busy wallet, whose other parties have names. */
async function namedOthers(stage: Stage) {
  const { alice, bob, carol } = await busyOnce(stage)
  const names = await NameServices.open(stage.world)
  await names.setAvvy('robert-of-the-long-names.avax', bob.address)
  await names.setAvvyName(bob.address, 'robert-of-the-long-names.avax')
  await names.setAvvy('carol.avax', carol.address)
  await names.setAvvyName(carol.address, 'carol.avax')
  return { alice, bob }
}

export const area: Area = {
  title: 'Names of others',
  shots: [
    typed('name-found', 'bob.avax', /^bob\.avax leads to/),
    typed('name-foreign-letters', 'bücher.eth', /xn--/),
    typed('name-mixed-scripts', 'bоb.avax', /letters that such a name can’t have/),
    typed('name-unknown', 'nobody.avax', /leads to no address/),
    {
      name: 'name-beside-address',
      async reach(stage) {
        const { page, bob } = await typeName(stage, 'bob.avax')
        await page.getByRole('button', { name: 'Use this address' }).click()
        await expect(page.getByLabel('RECIPIENT ADDRESS')).toHaveValue(bob)
        await expect(page.getByText('bob.avax').first()).toBeVisible()
        return page
      },
    },
    {
      name: 'names-in-inbox',
      async reach(stage) {
        const { alice } = await namedOthers(stage)
        const page = await at(stage, alice, '/inbox')
        await expect(page.getByText('carol.avax')).toBeVisible()
        return page
      },
    },
    {
      name: 'name-on-offer',
      async reach(stage) {
        const { alice } = await namedOthers(stage)
        const page = await at(stage, alice, '/inbox')
        await page.getByRole('link', { name: /^Look at it/ }).click()
        await expect(page.getByRole('region', { name: 'Offer', exact: true }).getByText('carol.avax')).toBeVisible()
        return page
      },
    },
    {
      name: 'name-at-table',
      async reach(stage) {
        const { alice, bob } = await namedOthers(stage)
        const page = await at(stage, alice, `/table/new?to=${bob.address}`)
        await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
        await expect(page.getByText('robert-of-the-long-names.avax')).toBeVisible()
        return page
      },
    },
  ],
}
