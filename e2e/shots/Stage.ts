import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { Cast, InjectedWallet, type World } from '@parley/testkit'
import { Person, walletName } from '../fixtures/Person.ts'
import { expect } from './expect.ts'
import { general } from '../portals/general.ts'
import type { PortalUnderTest } from '../portals/PortalUnderTest.ts'

/** People of the local world with wallets, NFTs and offers. */
export type DemoPerson = 'alice' | 'bob' | 'carol' | 'deployer'

/** The means to reach a state: the local world and its people, in browsers that are closed afterwards. */
export class Stage {
  readonly world: World
  /** Separate accounts, for states that change something. */
  readonly cast: Cast
  private readonly browser: Browser
  private readonly options: BrowserContextOptions
  private readonly people: Person[] = []
  private readonly contexts: BrowserContext[] = []
  private readonly ends: (() => unknown)[] = []

  constructor(world: World, browser: Browser, options: BrowserContextOptions) {
    this.world = world
    this.cast = new Cast(world)
    this.browser = browser
    this.options = { baseURL: world.url, locale: 'en-GB', timezoneId: 'Europe/Zurich', ...options }
  }

  /** Opens this portal in a browser with a wallet that isn't connected yet. */
  async seat(account: `0x${string}`, portal: PortalUnderTest = general): Promise<Person> {
    const context = await this.open()
    const wallet = new InjectedWallet({ account, rpcUrl: this.world.chain.url })
    const person = await Person.sitDown(context, wallet, portal)
    this.people.push(person)
    return person
  }

  /** Opens a path as a connected person of the local world. */
  async arrive(name: DemoPerson, path = '/p2p'): Promise<Person> {
    const person = await this.seat(this.addressOf(name))
    await this.connect(person)
    if (path !== '/p2p') await person.page.goto(path)
    return person
  }

  /** Opens the swap page and connects the wallet. */
  async connect({ screen }: Person): Promise<void> {
    await screen.open()
    await screen.chooseWallet(walletName)
    await expect(screen.connectedBadge).toBeVisible()
  }

  /** A visitor whose browser has no wallet. */
  async visit(path: string): Promise<Page> {
    const context = await this.open()
    const page = await context.newPage()
    await page.goto(path)
    return page
  }

  addressOf(name: DemoPerson): `0x${string}` {
    return this.world.wallets[name].account.address
  }

  /** Console complaints of these people's pages. */
  get complaints(): readonly string[] {
    return this.people.flatMap((person) => person.complaints)
  }

  /** Registers cleanup for after the pictures, such as closing a browser or stopping a relay. */
  afterwards(end: () => unknown): void {
    this.ends.push(end)
  }

  async close(): Promise<void> {
    for (const context of this.contexts) await context.close()
    for (const end of this.ends) await end()
  }

  private async open(): Promise<BrowserContext> {
    const context = await this.browser.newContext(this.options)
    this.contexts.push(context)
    return context
  }
}
