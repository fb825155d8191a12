import { InjectedWallet, peopleTalking, VoiceGuest } from '@parley/testkit'
import { heardBy, energyOver, hearsOn, linesOf, listenIn, loseServer, playedBy } from '../fixtures/hearing.ts'
import { Person } from '../fixtures/Person.ts'
import { silentBrowser, voiceBrowser } from '../fixtures/voiceBrowser.ts'
import { expect, test, type Talker } from '../fixtures/voiceTest.ts'
import { Tracker } from '../screens/Tracker.ts'
import { VoiceScreen } from '../screens/VoiceScreen.ts'

test.use(voiceBrowser)

test.describe('given two people in the open room', () => {
  test('they hear each other, mute silences, and leaving ends it [says voiceTitle, voiceJoin, voiceConnected, voiceMute, voiceUnmute, voiceLeave, voiceShare]', async ({
    talker,
  }) => {
    const [ana, ben] = [await talker(), await talker()]
    await ana.voice.join()
    await ben.voice.join()
    await Promise.all([hearsOn(ana.person.page, 1), hearsOn(ben.person.page, 1)])
    await expect(ana.voice.others).toHaveCount(1)
    await expect(ana.voice.box).toContainText('Share this page link with others to talk')
    // Between words the indicator goes off, so every frame is checked.
    await ana.voice.others.filter({ hasText: 'Speaking' }).waitFor()
    await expect(ana.voice.others.getByRole('img', { name: /^(Good|Fair|Poor) line$/ })).toBeVisible()

    await ana.voice.muteButton.click()
    await expect(ana.voice.unmuteButton).toBeVisible()
    await expect.poll(() => energyOver(ben.person.page)).toBeLessThan(0.00001)
    await ana.voice.unmuteButton.click()
    await expect.poll(() => energyOver(ben.person.page)).toBeGreaterThan(0.0001)

    await ana.voice.leaveButton.click()
    await expect(ana.voice.joinButton).toBeVisible()
    await expect(ben.voice.others).toHaveCount(0)
    await hearsOn(ben.person.page, 0)
    expect(ana.person.complaints).toEqual([])
    expect(ben.person.complaints).toEqual([])
  })

  test('a reload, a lost connection to the server and a server restart are recovered from', async ({
    talker,
    world,
  }) => {
    const [ana, ben] = [await talker(), await talker()]
    await ana.voice.join()
    await ben.voice.join()
    await hearsOn(ana.person.page, 1)
    const together = async (): Promise<void> => {
      await expect(ana.voice.others).toHaveCount(1)
      await expect(ben.voice.others).toHaveCount(1)
      await Promise.all([hearsOn(ana.person.page, 1), hearsOn(ben.person.page, 1)])
    }

    await ana.person.page.reload()
    await expect(ana.voice.connected).toBeVisible()
    await together()

    // The voices continue while the connection to the server is restored.
    expect(await loseServer(ana.person.page)).toBe(1)
    await expect(ana.voice.connected).toBeVisible()
    // From then on audio arrives on a new connection; the old one stayed until it was up.
    const ends = async () => {
      const lines = await linesOf(ana.person.page)
      return lines.length > 1 ? [lines[0], lines.at(-1)] : lines
    }
    await expect.poll(ends).toEqual(['closed', 'connected'])
    await together()

    await world.server.stop()
    await expect(ana.voice.box.getByText('RECONNECTING', { exact: true })).toBeVisible()
    expect(await heardBy(ana.person.page)).toHaveLength(1)
    await world.server.start()
    await expect(ana.voice.connected).toBeVisible()
    await expect(ben.voice.connected).toBeVisible()
    await together()
  })
})

test(
  'who answers no call is called again with the same offer, and is heard when they answer after the line was given up',
  { tag: '@long' },
  async ({ talker, world }) => {
    const late = await VoiceGuest.arrive(world.url)
    expect(await late.join('parley-global', { name: 'Late' })).toMatchObject({ ok: true })
    const ana = await talker()
    const phone = await ana.person.context.newPage()
    await ana.voice.join()
    const row = ana.voice.others.filter({ hasText: 'Late' })
    await expect(row).toContainText('Can’t be reached')
    const before = late.said('offer')
    expect(before.length).toBeGreaterThan(1)
    // An answer to an earlier one would not fit another attempt.
    expect(new Set(before.map(({ sdp }) => /^a=ice-ufrag:.*/m.exec(String(sdp))?.[0])).size).toBe(1)

    const { from, sdp } = (await late.hears('offer', before.length + 1)).at(-1) ?? {}
    const answer = await phone.evaluate(async (offer) => {
      const line = new RTCPeerConnection()
      await line.setRemoteDescription({ type: 'offer', sdp: offer })
      await line.setLocalDescription()
      while (line.iceGatheringState !== 'complete')
        await new Promise((resolve) => line.addEventListener('icegatheringstatechange', resolve, { once: true }))
      return line.localDescription?.sdp
    }, String(sdp))
    late.socket.emit('answer', { to: from, sdp: answer })
    await expect(row).not.toContainText('Can’t be reached')
    await expect.poll(() => linesOf(ana.person.page)).toContain('connected')
    late.leave()
  },
)

// More people form the same mesh with more connections.
for (const [count, tag] of [
  [3, []],
  [6, ['@long']],
] as const) {
  test(`given ${count} people, everyone hears all the others`, { tag: [...tag] }, async ({ talker }) => {
    const people: Talker[] = []
    while (people.length < count) people.push(await talker())
    await Promise.all(people.map(({ voice }) => voice.join()))
    await Promise.all(people.map(({ person }) => hearsOn(person.page, count - 1)))
    for (const { voice } of people) await expect(voice.others).toHaveCount(count - 1)
  })
}

test.describe('given the private room of an offer', () => {
  test('creator and recipient enter by signing in once, and others find no room', async ({ cast, seat, world }) => {
    // The wallet has these accounts' keys.
    const [alice, bob, carol] = [world.wallets.alice, world.wallets.bob, await cast.member()]
    const [mine, another] = world.collections.startingNfts('alice', 'dokyo')
    const [theirs] = world.collections.startingNfts('bob', 'hoppers')
    if (!mine || !another || !theirs) throw new Error('the world is short of NFTs')
    await cast.approve(alice, mine)
    const [first, second] = [await cast.offer(alice, [mine], [theirs]), await cast.offer(alice, [another], [theirs])]
    const at = async (address: `0x${string}`): Promise<Talker> => {
      const person = await seat(address)
      await listenIn(person.context)
      await person.context.grantPermissions(['microphone'])
      await person.visit(`/p2p/${first}`)
      return { person, voice: new VoiceScreen(person.page) }
    }
    const [creator, recipient, stranger] = [
      await at(alice.account.address),
      await at(bob.account.address),
      await at(carol.address),
    ]
    await creator.voice.join()
    await recipient.voice.join()
    await Promise.all([hearsOn(creator.person.page, 1), hearsOn(recipient.person.page, 1)])
    await expect(creator.voice.others).toContainText('Address proven by signature')
    await expect(recipient.voice.others).toContainText('Made this offer')
    await expect(stranger.person.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(stranger.voice.box).toHaveCount(0)

    // One signature covers every room, so a further prompt would be refused.
    creator.person.wallet.refuseNext('personal_sign')
    await loseServer(creator.person.page)
    await expect(creator.voice.connected).toBeVisible()
    // One row: the lost one is there until the new one is heard.
    await expect(recipient.voice.others).toContainText(['Address proven by signature'])

    await creator.person.page.reload()
    await expect(creator.voice.connected).toBeVisible()
    await expect(recipient.voice.others).toContainText(['Address proven by signature'])
    await hearsOn(recipient.person.page, 1)

    await creator.voice.leaveButton.click()
    await creator.person.visit(`/p2p/${second}`)
    await creator.voice.join()

    // Her other device ends this session, and with it the seat.
    const elsewhere = await at(alice.account.address)
    await elsewhere.voice.join()
    const { page } = elsewhere.person
    await page.getByRole('button', { name: /^Connected wallet/ }).click()
    await expect(page.getByText('Signed in until')).toBeVisible()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    for (const { voice } of [creator, elsewhere])
      await expect(voice.box.getByText('You are signed out, so you left this room.')).toBeVisible()
    await expect(recipient.voice.others).toHaveCount(0)
    await expect(page.getByText('Signed in until')).toHaveCount(0)
  })
})

test.describe('given a call', () => {
  test('it goes on from page to page, and keys and settings work', async ({ talker }) => {
    const [ana, ben] = [await talker(), await talker()]
    const { page } = ana.person
    await ana.voice.join()
    await ben.voice.join()
    await hearsOn(page, 1)

    for (const link of ['Trade Stats', 'Help']) {
      await page.getByRole('link', { name: link }).first().click()
      await expect(ana.voice.dock).toBeVisible()
    }
    await hearsOn(page, 1)
    await ana.voice.dock.getByRole('button', { name: 'MUTE', exact: true }).click()
    await ana.voice.dock.getByRole('link').click()
    await expect(ana.voice.unmuteButton).toBeVisible()
    await expect(ana.voice.dock).toBeHidden()

    await expect(ana.voice.box.getByText(/You are muted\. Press M/)).toBeVisible()
    await page.locator('h1').click()
    await page.keyboard.press('m')
    await expect(ana.voice.muteButton).toBeVisible()
    await page.keyboard.press('m')
    await page.keyboard.down('Space')
    await expect(ana.voice.box.getByText('Heard while you hold space')).toBeVisible()
    await page.keyboard.up('Space')
    await expect(ana.voice.box.getByText('Heard while you hold space')).toBeHidden()

    const other = ana.voice.others.first()
    await other.getByRole('button', { name: /^Volume and more/ }).click()
    expect(await playedBy(page)).toEqual([{ volume: 1, muted: false, paused: false }])
    await other.getByRole('slider').fill('40')
    await other.getByRole('button', { name: 'Mute for me' }).click()
    await expect(other).toContainText('Muted for you')
    expect(await playedBy(page)).toEqual([{ volume: 0.4, muted: true, paused: false }])
    await other.getByRole('button', { name: 'Block' }).click()
    await expect(ana.voice.others).toHaveCount(0)
    await hearsOn(page, 0)
    await ana.voice.box.getByRole('button', { name: 'Unblock' }).click()
  })

  test('its dock lies below the line of a transaction under way, not on it', async ({ cast, seat }) => {
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
    await cast.approve(alice, ...alice.nfts)
    const person = await seat(alice.address)
    const { page, screen, wallet } = person
    await person.context.grantPermissions(['microphone'])
    await person.arrive()
    const voice = new VoiceScreen(page)
    await voice.join()
    await screen.layOut(alice, bob)
    const letSend = wallet.hold('eth_sendTransaction')
    await screen.create()
    await page.getByRole('banner').getByRole('link', { name: 'Help' }).click()
    const { line } = new Tracker(page)
    await expect(line).toContainText('Waiting for your wallet.')
    await expect(voice.dock).toBeVisible()
    const [over, under] = [await line.boundingBox(), await voice.dock.boundingBox()]
    expect(under?.y).toBeGreaterThan((over?.y ?? 0) + (over?.height ?? 0))
    letSend()
  })

  test('none of it is loaded before a button is pressed', async ({ talker }) => {
    const ana = await talker()
    const { page } = ana.person
    // Lazy chunks have no names, so their code tells.
    const ofCalls = (): Promise<number> =>
      page.evaluate(async () => {
        const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
        const codes = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()))
        return codes.filter((code) => code.includes('RTCPeerConnection')).length
      })
    await expect(ana.voice.joinButton).toBeVisible()
    expect(await ofCalls()).toBe(0)
    await ana.voice.join()
    expect(await ofCalls()).toBeGreaterThan(0)
  })

  test('a ninth is led to the next room, and sees that', async ({ talker, world }) => {
    const people = () => peopleTalking(world.url, 'parley-global')
    const crowd = await Promise.all(Array.from({ length: 8 }, () => VoiceGuest.arrive(world.url)))
    try {
      // People of other tests may still be leaving, and the count is cached for seconds. A taken seat is certain.
      for (const guest of crowd) await expect.poll(async () => (await guest.join('parley-global')).ok).toBe(true)
      await expect.poll(people).toBe(8)
      const ninth = await talker()
      await expect(ninth.voice.box.getByText('8 people are talking here.')).toBeVisible()
      await ninth.voice.join()
      await expect(ninth.voice.box.getByText('parley-global is full, so you sit in parley-global-2.')).toBeVisible()
    } finally {
      for (const guest of crowd) guest.leave()
    }
  })

  test('a second tab says so, and can take over', async ({ talker }) => {
    const ana = await talker()
    await ana.voice.join()
    const second = await ana.person.context.newPage()
    await second.goto('/p2p')
    const other = new VoiceScreen(second)
    await other.joinButton.click()
    await expect(other.box.getByText('Voice chat is open in another tab of this browser.')).toBeVisible()
    await other.box.getByRole('button', { name: 'Talk here instead' }).click()
    await expect(other.connected).toBeVisible()
    await expect(ana.voice.box.getByText(/You went on talking in another tab/)).toBeVisible()
  })
})

test.describe('given a microphone that is pulled out in the middle of a call', () => {
  test('the call ends and says why, and the next one begins with another microphone', async ({ talker }) => {
    const { person, voice } = await talker()
    await person.page.evaluate(() => {
      const { mediaDevices } = navigator
      const open = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (wanted) => {
        const stream = await open(wanted)
        Reflect.set(window, 'pullOut', () => stream.getTracks()[0]?.dispatchEvent(new Event('ended')))
        return stream
      }
    })
    await voice.join()
    await person.page.evaluate(() => Reflect.get(window, 'pullOut')())

    const alert = voice.box.getByRole('alert')
    await expect(alert).toContainText('Your microphone was unplugged, so you left the call.')
    await expect(voice.connected).toHaveCount(0)
    await voice.join()
    await expect(alert).toHaveCount(0)
    await voice.leaveButton.click()
    await expect(voice.joinButton).toBeVisible()
  })
})

test.describe('given a microphone that cannot be had', () => {
  test('a denied one is said in the words of the specification [says voiceDenied]', async ({
    cast,
    playwright,
    world,
  }) => {
    const { address } = await cast.member()
    await using browser = await playwright.chromium.launch(silentBrowser)
    const context = await browser.newContext({ baseURL: world.url })
    const wallet = new InjectedWallet({ account: address, rpcUrl: world.chain.url })
    const person = await Person.sitDown(context, wallet)
    await person.arrive()
    const voice = new VoiceScreen(person.page)
    await voice.joinButton.click()
    const words = 'Microphone access denied. Please allow microphone access to use voice chat.'
    await expect(voice.box.getByText(words)).toBeVisible()
    await person.screen.seeToast(words)
  })

  test('every other cause has words of its own', async ({ talker }) => {
    const { person, voice } = await talker()
    for (const [name, words] of [
      ['NotFoundError', /There is no microphone/],
      ['NotReadableError', /Another program is using your microphone/],
      ['AbortError', /The microphone didn’t start/],
    ] as const) {
      await person.page.evaluate((error) => {
        navigator.mediaDevices.getUserMedia = async () => {
          throw new DOMException('', error)
        }
      }, name)
      await voice.joinButton.click()
      await expect(voice.box.getByText(words)).toBeVisible()
    }
  })
})
