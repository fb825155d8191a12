import type { Address } from '@parley/domain'
import { offerVoiceRoom, openRooms } from '@parley/protocol'
import { proofOf, provenTo, VoiceGuest } from '@parley/testkit'
import { getContractAddress, serializeErc6492Signature } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

let market: Market
let server: TestServer
const guests: VoiceGuest[] = []
const databases = givenDatabases('sqlite')
beforeAll(async () => {
  market = await openMarket()
  server = await startTestServer(market, await databases.fresh())
})
afterEach(async () => {
  for (const guest of guests.splice(0)) guest.leave()
  await until(async () => (await peopleIn(openRooms.general)) === 0)
})
afterAll(async () => {
  await server.stop()
  await market.stop()
})

async function guest(): Promise<VoiceGuest> {
  const one = await VoiceGuest.arrive(server.url)
  guests.push(one)
  return one
}

async function peopleIn(roomId: string): Promise<number> {
  return (await server.api.request('voiceRoom', { params: { roomId } })).people
}

describe('given an open room', () => {
  it('introduces the newcomer to everyone present, and no one else', async () => {
    const [first, second, third] = [await guest(), await guest(), await guest()]
    expect(await first.join(openRooms.general, { name: 'Ana' })).toMatchObject({ ok: true, people: 0 })
    expect(await second.join(openRooms.general)).toMatchObject({ ok: true, people: 1, peerId: second.id })
    expect(await third.join(openRooms.aso)).toMatchObject({ ok: true, people: 0 })
    expect(second.said('connect-peer')).toEqual([{ peerId: first.id, name: 'Ana' }])
    expect(first.heard).toEqual([])
    expect(third.heard).toEqual([])
  })

  it('carries what two tell each other, with the name of who says it', async () => {
    const [first, second] = [await guest(), await guest()]
    await first.join(openRooms.general, { name: ' Ana   Low ' })
    await second.join(openRooms.general, { name: 'Ben' })
    second.socket.emit('offer', { to: first.id, sdp: 'v=0 offer' })
    expect(await first.hears('offer')).toEqual([{ from: second.id, sdp: 'v=0 offer', name: 'Ben' }])
    first.socket.emit('answer', { to: second.id, sdp: 'v=0 answer' })
    expect(await second.hears('answer')).toEqual([{ from: first.id, sdp: 'v=0 answer' }])
    const candidate = { candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null }
    first.socket.emit('ice-candidate', { to: second.id, candidate })
    expect(await second.hears('ice-candidate')).toEqual([{ from: first.id, candidate }])
    expect(second.said('connect-peer')).toEqual([{ peerId: first.id, name: 'Ana Low' }])
  })

  it('tells the others of who leaves, who goes away, and who moves to another room', async () => {
    const [stays, leaves, goes, moves] = [await guest(), await guest(), await guest(), await guest()]
    for (const one of [stays, leaves, goes, moves]) await one.join(openRooms.general)
    const left = [leaves, goes, moves].map(({ id }) => id)
    leaves.socket.emit('leave-room', {})
    goes.leave()
    await moves.join(openRooms.aso)
    const told = await stays.hears('peer-left', 3)
    expect(told.map(({ peerId }) => String(peerId)).toSorted()).toEqual(left.toSorted())
  })

  it('leads the ninth to the next room of the same name', async () => {
    const inside = await Promise.all(Array.from({ length: 8 }, guest))
    const answers = await Promise.all(inside.map((one) => one.join(openRooms.general)))
    const seated = answers.flatMap((answer) => (answer.ok ? answer.people : []))
    expect(seated.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const ninth = await guest()
    expect(await ninth.join(openRooms.general)).toEqual({ ok: false, refusal: 'full' })
    expect(ninth.said('room-full')).toEqual([{ roomId: openRooms.general, next: `${openRooms.general}-2` }])
    expect(await ninth.join(`${openRooms.general}-2`)).toMatchObject({ ok: true, people: 0 })
    inside[0]?.leave()
    await inside[1]?.hears('peer-left')
    expect(await (await guest()).join(openRooms.general)).toMatchObject({ ok: true, people: 7 })
  })

  it('says how many are in it, and nothing of a private one', async () => {
    await (await guest()).join(`${openRooms.aso}-2`)
    expect(await peopleIn(`${openRooms.aso}-2`)).toBe(1)
    const secret = await server.raw(`/api/voice/rooms/${offerVoiceRoom(`0x${'1'.repeat(64)}`)}`)
    expect(secret).toMatchObject({ status: 400, body: { field: 'roomId' } })
  })

  it('shows an address as a name only if it is proven', async () => {
    const [first, liar, honest] = [await guest(), await guest(), await guest()]
    await first.join(openRooms.general)
    expect(await liar.join(openRooms.general, { name: market.address('alice') })).toEqual({
      ok: false,
      refusal: 'malformed',
    })
    const proof = await proofOf('alice', { roomId: openRooms.general, url: server.url })
    expect(await honest.join(openRooms.general, { name: 'Zed', proof })).toMatchObject({ ok: true })
    const last = await guest()
    await last.join(openRooms.general)
    expect(last.said('connect-peer')).toContainEqual({ peerId: honest.id, name: market.address('alice') })
    // One signature serves for the room and those that it leads on to, and for no other.
    expect(await honest.join(`${openRooms.general}-2`, { proof })).toMatchObject({ ok: true })
    expect(await honest.join(openRooms.aso, { proof })).toEqual({ ok: false, refusal: 'proof-wrong' })
  })
})

describe('given names that are none of an address', () => {
  it.each(['Roxanne', 'Ox', 'box 42', 'Fox Bea', 'Zoë', 'wait... what', '李雷', 'Max 2000'])(
    '%s is a name',
    async (name) => {
      const [first, second] = [await guest(), await guest()]
      expect(await first.join(openRooms.general, { name })).toMatchObject({ ok: true })
      await second.join(openRooms.general)
      expect(second.said('connect-peer')).toEqual([{ peerId: first.id, name }])
    },
  )
})

describe('given the private room of an offer', () => {
  let roomId: string
  beforeAll(async () => {
    const id = await market.offer()
    await until(() => server.offer(id))
    roomId = offerVoiceRoom(id)
  })

  const enters = async (person: 'alice' | 'bob' | 'carol') =>
    (await guest()).join(roomId, { proof: await proofOf(person, { roomId, url: server.url }) })

  it('lets in creator and recipient, by their addresses', async () => {
    const alice = await guest()
    await alice.join(roomId, { proof: await proofOf('alice', { roomId, url: server.url }) })
    const bob = await guest()
    expect(await bob.join(roomId, { proof: await proofOf('bob', { roomId, url: server.url }) })).toMatchObject({
      ok: true,
      people: 1,
    })
    expect(bob.said('connect-peer')).toEqual([{ peerId: alice.id, name: market.address('alice') }])
  })

  it('admits no one else', async () => {
    expect(await (await guest()).join(roomId)).toEqual({ ok: false, refusal: 'proof-needed' })
    expect(await enters('carol')).toEqual({ ok: false, refusal: 'not-a-party' })
    const borrowed = { ...(await proofOf('carol', { roomId, url: server.url })), address: market.address('alice') }
    expect(await (await guest()).join(roomId, { proof: borrowed })).toEqual({ ok: false, refusal: 'proof-wrong' })
    const none = offerVoiceRoom(`0x${'7'.repeat(64)}`)
    const proof = await proofOf('alice', { roomId: none, url: server.url })
    expect(await (await guest()).join(none, { proof })).toEqual({ ok: false, refusal: 'no-such-offer' })
  })

  const nowS = () => Math.floor(Date.now() / 1000)
  it.each([
    ['that has run out', 'proof-expired', () => ({ expiresAt: nowS() - 1 })],
    ['that lasts for days', 'proof-wrong', () => ({ expiresAt: nowS() + 86_400 })],
    ['for another site', 'proof-wrong', () => ({ url: 'https://parley.evil.example' })],
    ['for another room', 'proof-wrong', () => ({ roomId: openRooms.general })],
    ['for another chain', 'proof-wrong', () => ({ chainId: 1 })],
  ])('takes no proof %s', async (_, refusal, terms) => {
    const proof = await proofOf('alice', { roomId, url: server.url, ...terms() })
    expect(await (await guest()).join(roomId, { proof })).toEqual({ ok: false, refusal })
  })

  it('takes one signature again on each new connection of the browser that has its key', async () => {
    const proof = await proofOf('alice', { roomId, url: server.url })
    for (const connection of [await guest(), await guest()])
      expect(await connection.join(roomId, { proof })).toMatchObject({ ok: true })
  })

  it('takes no proof that was shown on another connection, and leaves its owner seated', async () => {
    const { host } = new URL(server.url)
    const [alice, thief] = [await guest(), await guest()]
    const grant = await proofOf('alice', { roomId, url: server.url })
    const shown = await provenTo(grant, { host, peerId: alice.id })
    expect(await alice.joinWith({ roomId, proof: shown })).toMatchObject({ ok: true })
    const other = await proofOf('carol', { roomId, url: server.url })
    const { keySignature } = await provenTo(other, { host, peerId: thief.id })
    const elsewhere = await provenTo(grant, { host: 'parley.evil.example', peerId: thief.id })
    for (const proof of [
      shown,
      { ...shown, keySignature },
      { ...shown, key: other.key, keySignature },
      { ...shown, key: `B${'A'.repeat(86)}` },
      elsewhere,
    ])
      expect(await thief.joinWith({ roomId, proof })).toEqual({ ok: false, refusal: 'proof-wrong' })
    expect(alice.socket.connected).toBe(true)
  })

  it('gives a wallet that comes again its seat, and ends the connection that had it', async () => {
    const [bob, before, again] = [await guest(), await guest(), await guest()]
    await bob.join(roomId, { proof: await proofOf('bob', { roomId, url: server.url }) })
    const proof = await proofOf('alice', { roomId, url: server.url })
    await before.join(roomId, { proof })
    const beforeId = before.id
    expect(await again.join(roomId, { proof })).toMatchObject({ ok: true, people: 1 })
    await before.gone()
    expect(await bob.hears('peer-left')).toEqual([{ peerId: beforeId }])
  })
})

describe('given a contract wallet', () => {
  it('is asked whether the signature is its own (ERC-1271)', async () => {
    // Contract code that answers every call with the magic value 1626ba7e, left-aligned in a word.
    const yes = '0x631626ba7e60e01b60005260206000f3'
    const no = '0x60006000fd'
    const room = openRooms.general
    const address = '0x1111111111111111111111111111111111111111'
    const proof = { ...(await proofOf('carol', { roomId: room, url: server.url })), address } as const
    await market.chain.client.setCode({ address, bytecode: no })
    expect(await (await guest()).join(room, { proof })).toEqual({ ok: false, refusal: 'proof-wrong' })
    await market.chain.client.setCode({ address, bytecode: yes })
    expect(await (await guest()).join(room, { proof })).toMatchObject({ ok: true })
  })

  it('may enter before it is deployed, if its factory would make it (ERC-6492)', async () => {
    const room = openRooms.general
    const factory = '0x2222222222222222222222222222222222222222'
    // Creates, whatever is called, the contract above that says yes.
    const create = `0x786f631626ba7e60e01b60005260206000f360005260106010f3600052601960076000f000` as const
    await market.chain.client.setCode({ address: factory, bytecode: create })
    const signed = await proofOf('carol', { roomId: room, url: server.url })
    const signature = serializeErc6492Signature({ address: factory, data: '0x', signature: signed.signature })
    const enter = async (address: Address) => (await guest()).join(room, { proof: { ...signed, address, signature } })
    expect(await enter(getContractAddress({ from: factory, nonce: 0n }))).toMatchObject({ ok: true })
    expect(await enter(getContractAddress({ from: factory, nonce: 1n }))).toEqual({ ok: false, refusal: 'proof-wrong' })
  })
})
