import { expect, type Locator, type Page } from '@playwright/test'

/** The voice box, as users operate it. */
export class VoiceScreen {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get box(): Locator {
    return this.page.getByRole('region', { name: 'VOICE CHAT' })
  }

  get joinButton(): Locator {
    return this.box.getByRole('button', { name: '🎤 JOIN CALL' })
  }

  get connected(): Locator {
    return this.box.getByText('CONNECTED', { exact: true })
  }

  get muteButton(): Locator {
    return this.box.getByRole('button', { name: 'MUTE', exact: true })
  }

  get unmuteButton(): Locator {
    return this.box.getByRole('button', { name: 'UNMUTE', exact: true })
  }

  get leaveButton(): Locator {
    return this.box.getByRole('button', { name: 'LEAVE', exact: true })
  }

  get settings(): Locator {
    return this.page.getByRole('dialog', { name: 'Voice settings' })
  }

  get dock(): Locator {
    return this.page.getByRole('complementary', { name: 'Voice call' })
  }

  /** The other people in the call; the user is last in the list. */
  get others(): Locator {
    return this.box
      .getByRole('list', { name: 'People in this call' })
      .getByRole('listitem')
      .filter({ hasNotText: /^You/ })
  }

  /** Shows what the folded box leaves out before one has joined. */
  async unfold(): Promise<void> {
    await this.box.getByRole('button', { name: /^VOICE CHAT/, expanded: false }).click()
  }

  async join(): Promise<void> {
    await this.joinButton.click()
    await expect(this.connected).toBeVisible()
  }
}
