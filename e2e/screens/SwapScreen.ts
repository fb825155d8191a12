import { expect, type Locator, type Page } from '@playwright/test'
import type { GivenNft, Member } from '@parley/testkit'

/** The main swap page as somebody who looks at it and uses it: by roles and by the words on it. */
export class SwapScreen {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(path = '/p2p'): Promise<void> {
    await this.page.goto(path)
  }

  /** Opens the list of wallets and takes the one of this name. */
  async chooseWallet(walletName: string): Promise<void> {
    await this.page
      .getByRole('button', { name: /connect wallet/i })
      .first()
      .click()
    await this.page.getByRole('button', { name: walletName }).click()
  }

  async connect(walletName: string): Promise<void> {
    await this.chooseWallet(walletName)
    await expect(this.connectedBadge).toBeVisible()
  }

  get connectedBadge(): Locator {
    return this.page.getByText(/^wallet connected$/i)
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

  tile(side: Locator, nft: GivenNft): Locator {
    return side
      .getByRole('option')
      .filter({ hasText: nft.collectionName })
      .filter({ hasText: new RegExp(`#${nft.tokenId}(?!\\d)`) })
  }

  async pickOwn(...nfts: readonly GivenNft[]): Promise<void> {
    for (const nft of nfts) await this.tile(this.own, nft).click()
  }

  async pickFriends(...nfts: readonly GivenNft[]): Promise<void> {
    for (const nft of nfts) await this.tile(this.friends, nft).click()
  }

  /** Puts everything that two members hold on the table. */
  async layOut(creator: Member, friend: Member): Promise<void> {
    await this.recipient.fill(friend.address)
    await this.pickOwn(...creator.nfts)
    await this.pickFriends(...friend.nfts)
  }

  /** Presses APPROVE NEXT COLLECTION until every collection in the deal is approved. */
  async approveAll(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'APPROVE NEXT COLLECTION' })
    const missing = this.page.getByText(/, not approved$/)
    for (let left = await missing.count(); left > 0; left -= 1) {
      await button.click()
      await expect(missing).toHaveCount(left - 1)
    }
  }

  /** The screen on which accepting is decided shows every NFT first (decision S4). */
  async confirmAccept(): Promise<void> {
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: /accept/i })
      .click()
  }

  async create(): Promise<void> {
    await this.createButton.click()
  }

  /** Presses CREATE although it is marked as disabled: it stays clickable and says what is missing (decision S2). */
  async createAnyway(): Promise<void> {
    await expect(this.createButton).toHaveAttribute('aria-disabled', 'true')
    // Playwright waits for enabled buttons; a person's click does not.
    await this.createButton.click({ force: true })
  }

  /** Reads the success dialog and closes it. */
  async closeSuccess(): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    await expect(dialog).toContainText('Success!')
    await expect(dialog).toContainText('Your offer was created successfully!')
    await expect(dialog).toContainText('Would you like to share this trade offer on Twitter?')
    await dialog.getByText('Close', { exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  async seeToast(title: string): Promise<void> {
    await expect(this.page.getByRole('region', { name: 'Notifications' }).getByText(title)).toBeVisible()
  }

  async answerAlert(text: string | RegExp): Promise<void> {
    await expect(this.alert).toContainText(text)
    await this.alert.getByRole('button').first().click()
    await expect(this.alert).toBeHidden()
  }
}
