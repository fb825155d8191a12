import { expect, type Locator, type Page } from '@playwright/test'
import type { GivenNft, Member } from '@parley/testkit'
import { findToast } from '../fixtures/toastLog.ts'
import { general } from '../portals/general.ts'
import type { PortalUnderTest } from '../portals/PortalUnderTest.ts'

const phoneWidthPx = 769

/** A portal's page, accessed by roles and visible texts. */
export class SwapScreen {
  readonly page: Page
  readonly portal: PortalUnderTest

  constructor(page: Page, portal: PortalUnderTest = general) {
    this.page = page
    this.portal = portal
  }

  /** What the page says here. */
  get words(): PortalUnderTest['words'] {
    return this.portal.words
  }

  async open(path = this.portal.path): Promise<void> {
    await this.page.goto(path)
  }

  /** Opens the wallet list and picks the one with this name. A phone connects its only wallet at once. */
  async chooseWallet(walletName: string): Promise<void> {
    await this.page
      .getByRole('button', { name: /connect wallet/i })
      .first()
      .click()
    if ((this.page.viewportSize()?.width ?? phoneWidthPx) < phoneWidthPx) return
    await this.page.getByRole('button', { name: walletName }).click()
  }

  async connect(walletName: string): Promise<void> {
    await this.chooseWallet(walletName)
    await expect(this.connectedBadge).toBeVisible()
  }

  get connectedBadge(): Locator {
    return this.page.getByText(this.words.connectedBadge, { exact: true })
  }

  get own(): Locator {
    return this.page.getByRole('region', { name: this.words.ownGrid })
  }

  get friends(): Locator {
    return this.page.getByRole('region', { name: this.words.friendGrid })
  }

  get recipient(): Locator {
    return this.page.getByRole('textbox', { name: 'RECIPIENT ADDRESS' })
  }

  /** Both sides of the draft, with its coins. */
  get table(): Locator {
    return this.page.getByRole('region', { name: 'The table' })
  }

  /** Opens the coin fields of both sides. */
  async addCoins(): Promise<void> {
    for (const side of ['YOU GIVE', 'YOU GET']) {
      await this.table.getByRole('button', { name: '+ AVAX' }).first().click()
      await expect(this.page.getByRole('textbox', { name: `AVAX ${side}` })).toBeFocused()
    }
  }

  get createButton(): Locator {
    return this.page.getByRole('button', { name: this.words.create })
  }

  get sent(): Locator {
    return this.page.getByRole('region', { name: 'Offers Sent By You' })
  }

  get received(): Locator {
    return this.page.getByRole('region', { name: 'Offers Received' })
  }

  get expired(): Locator {
    return this.page.getByRole('region', { name: this.words.expired })
  }

  /** The buttons of the listed offers: cancel, accept, recover. */
  get cancelButton(): Locator {
    return this.sent.getByRole('button', { name: 'Cancel Offer' })
  }

  get acceptButton(): Locator {
    return this.received.getByRole('button', { name: this.words.accept })
  }

  get recoverButton(): Locator {
    return this.expired.getByRole('button', { name: this.words.recover })
  }

  /** The current alert; decision S1 asks for the role `alertdialog`. */
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

  /** Adds everything that two members hold to the deal. */
  async layOut(creator: Member, friend: Member): Promise<void> {
    await this.recipient.fill(friend.address)
    await this.pickOwn(...creator.nfts)
    await this.pickFriends(...friend.nfts)
  }

  /** Approves everything in the deal: each collection, or the only one. */
  async approveAll(): Promise<void> {
    const button = this.page.getByRole('button', { name: this.words.approve })
    if (this.portal.only !== null) {
      await button.click()
      await expect(this.page.getByRole('button', { name: this.words.revoke })).toBeVisible()
      return
    }
    // Wait for the chain's answer: until then, no missing approvals are listed.
    const panel = await this.openApprovals()
    const states = panel.getByRole('listitem')
    await expect
      .poll(async () => {
        const texts = await states.allTextContents()
        return texts.length > 0 && texts.every((text) => /, (not )?approved$/.test(text))
      })
      .toBe(true)
    const missing = this.page.getByText(/, not approved$/)
    for (let left = await missing.count(); left > 0; left -= 1) {
      await button.click()
      await expect(missing).toHaveCount(left - 1)
    }
  }

  /** Opens the panel of all approvals. */
  async openApprovals(): Promise<Locator> {
    const panel = this.page.getByRole('region', { name: 'Approvals' })
    const title = panel.getByText('Approvals', { exact: true })
    await expect(title).toBeVisible()
    if ((await panel.locator('details[open]').count()) === 0) await title.click()
    return panel
  }

  /** The accept screen lists every NFT first (decision S4). */
  async confirmAccept(): Promise<void> {
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: /accept/i })
      .click()
  }

  /** Accepts the only received offer, from the list to the toasts. */
  async acceptReceived(): Promise<void> {
    await this.acceptButton.click()
    await this.confirmAccept()
    for (const words of this.words.accepted) await this.seeToast(words)
  }

  async create(): Promise<void> {
    await this.createButton.click()
  }

  /** Presses CREATE although it is marked as disabled: it then names what is missing (decision S2). */
  async createAnyway(): Promise<void> {
    await expect(this.createButton).toHaveAttribute('aria-disabled', 'true')
    // Playwright's click waits for enabled buttons. A forced one clicks a position, where something else may be by
    // then.
    await this.createButton.dispatchEvent('click')
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

  /** Expects a toast with these words. It may be gone already, and a second call expects a second toast. */
  async seeToast(words: string): Promise<void> {
    await expect.poll(() => findToast(this.page, words), `a toast that says "${words}"`).toBe(true)
  }

  async answerAlert(text: string | RegExp): Promise<void> {
    await expect(this.alert).toContainText(text)
    await this.alert.getByRole('button').first().click()
    await expect(this.alert).toBeHidden()
  }
}
