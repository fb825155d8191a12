import { expect, type Locator } from '@playwright/test'
import type { GivenNft } from '@parley/testkit'
import type { Person } from '../fixtures/Person.ts'

/** A table between two people, on a desktop or a phone. */
export class TableScreen {
  readonly person: Person

  constructor(person: Person) {
    this.person = person
  }

  private get page() {
    return this.person.page
  }

  /** Opens a page of tables and signs in, once per browser. */
  async arrive(path: string): Promise<void> {
    await this.person.visit(path)
    await this.signIn()
  }

  /** Opens a new table for an hour from a link with one NFT on each side, connects a wallet and signs in. */
  async arriveNew(to: string, give: GivenNft, want: GivenNft, portal?: string): Promise<void> {
    const named = ({ contract, tokenId }: GivenNft) => `${contract}:${tokenId}`
    const terms = { to, give: named(give), want: named(want), minutes: '60' }
    const link = new URLSearchParams({ ...terms, ...(portal && { portal }) })
    await this.arrive(`/table/new?${link}`)
  }

  /** Proposes the deal of a new table, which then becomes an open one. */
  async propose(version = 1): Promise<void> {
    await this.button('Propose').click()
    await this.showsVersion(version)
    await this.page.waitForURL(/\/table\/[\w-]{22}$/)
  }

  /** Of the open table. */
  get path(): string {
    return new URL(this.page.url()).pathname
  }

  async signIn(): Promise<void> {
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' })
  }

  /** The slip's title: the newest version, or a draft. */
  async showsVersion(number: number): Promise<void> {
    await expect(this.page.getByRole('region', { name: `Version ${number}`, exact: true })).toBeVisible()
  }

  /** Who is ready for the newest version, as both pages show it. */
  get readyTicks(): Locator {
    return this.page.locator('.ready-tick-ready')
  }

  /** Adds one of the user's own NFTs, or requests one of theirs. */
  async pick(side: 'own' | 'theirs', nft: GivenNft): Promise<void> {
    const name = side === 'own' ? 'Lay down an NFT' : /^Ask for (an NFT|more)$/
    await this.button(name).last().click()
    const dialog = this.page.getByRole('dialog')
    await dialog
      .getByRole('option')
      .filter({ hasText: nft.collectionName })
      .filter({ hasText: new RegExp(`#${nft.tokenId}(?!\\d)`) })
      .click()
    await dialog.getByRole('button', { name: 'Done' }).click()
  }

  /** Adds coins to the user's own side. */
  async addCoins(amount: string): Promise<void> {
    await this.button('Add coins').click()
    const dialog = this.page.getByRole('dialog', { name: 'Your coins' })
    await dialog.getByRole('textbox').fill(amount)
    await dialog.getByRole('textbox').press('Enter')
    await expect(dialog).toBeHidden()
  }

  /** Creates the offer from the slip. On a phone the bar leads there. */
  async lockIn(): Promise<void> {
    const within = (place: string) => this.page.locator(place).getByRole('button', { name: 'Lock it in', exact: true })
    await within('.slip-stub').waitFor()
    const bar = within('.table-bar')
    if (await bar.isVisible()) {
      await bar.click()
      await expect(within('.slip-stub')).toBeInViewport()
    }
    await within('.slip-stub').click()
  }
}
