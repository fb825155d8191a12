import type { Locator, Page } from '@playwright/test'

/** The transaction status line of every page, and the list behind it. */
export class Tracker {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** The pending transaction, or the one that just ended. */
  get line(): Locator {
    return this.page.locator('.tx-line')
  }

  get list(): Locator {
    return this.page
      .getByRole('dialog', { name: 'Transactions' })
      .getByRole('list', { name: 'Transactions' })
      .getByRole('listitem')
  }

  async open(): Promise<void> {
    await this.line.getByRole('button').first().click()
  }

  /** Opens the list from the account dialog, where it is always available. */
  async openFromAccount(): Promise<void> {
    await this.page.getByRole('button', { name: /^Connected wallet/ }).click()
    await this.page.getByRole('dialog').getByRole('button', { name: 'Transactions', exact: true }).click()
  }
}
