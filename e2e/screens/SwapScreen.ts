import { expect, type Locator, type Page } from '@playwright/test'
import type { Nft } from '@parley/testkit'

/** The main swap page as somebody who looks at it and uses it: by roles and by the words on it. */
export class SwapScreen {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(path = '/p2p'): Promise<void> {
    await this.page.goto(path)
  }

  async connect(walletName: string): Promise<void> {
    await this.page.getByRole('button', { name: walletName }).first().click()
    await expect(this.page.getByText('WALLET CONNECTED', { exact: true }).first()).toBeVisible()
  }

  get own(): Locator {
    return this.page.getByRole('region', { name: "YOUR NFT'S" })
  }

  get friends(): Locator {
    return this.page.getByRole('region', { name: "FRIEND'S NFT'S" })
  }

  get recipient(): Locator {
    return this.page.getByRole('textbox', { name: 'RECIPIENT ADDRESS' })
  }

  get createButton(): Locator {
    return this.page.getByRole('button', { name: 'CREATE SWAP OFFER' })
  }

  get sent(): Locator {
    return this.page.getByRole('region', { name: 'Offers Sent By You' })
  }

  get received(): Locator {
    return this.page.getByRole('region', { name: 'Offers Received' })
  }

  get expired(): Locator {
    return this.page.getByRole('region', { name: /Expired Offers - Recover NFTs/ })
  }

  /** The alert that stands now; `alertdialog` is what decision S1 asks for. */
  get alert(): Locator {
    return this.page.getByRole('alertdialog')
  }

  tile(side: Locator, nft: Nft): Locator {
    return side.getByRole('option', { name: new RegExp(`#${nft.tokenId}\\b`) })
  }

  async pickOwn(...nfts: Nft[]): Promise<void> {
    for (const nft of nfts) await this.tile(this.own, nft).click()
  }

  async pickFriends(...nfts: Nft[]): Promise<void> {
    for (const nft of nfts) await this.tile(this.friends, nft).click()
  }

  async create(): Promise<void> {
    await this.createButton.click()
  }

  async answerAlert(text: string | RegExp): Promise<void> {
    await expect(this.alert).toContainText(text)
    await this.alert.getByRole('button').first().click()
    await expect(this.alert).toBeHidden()
  }
}
