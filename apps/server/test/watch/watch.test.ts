import { writeFile } from 'node:fs/promises'
import { swapEscrowAbi } from '@parley/chain'
import type { OfferId } from '@parley/domain'
import {
  createOffer,
  demoArtifact,
  deployFirstEdition,
  multicall3Address,
  transact,
  wallets,
  type Interference,
} from '@parley/testkit'
import { encodeFunctionData, parseAbi, parseEther, zeroAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { watchFile, WatchStateError } from '../../src/watch/watchState.ts'
import { startTestServer, until } from '../given/testServer.ts'
import { openWatchedMarket, type TestWatch, type WatchedMarket } from './watchedMarket.ts'

const oneCoin = parseEther('1')
let market: WatchedMarket
let seen: TestWatch
beforeAll(async () => {
  market = await openWatchedMarket()
  seen = market.openWatch()
  await seen.looks()
})
afterAll(() => market.stop())

/** Names of the alarms raised next. */
async function toldOf(happens: () => Promise<unknown>): Promise<string[]> {
  const before = seen.alarms.length
  await happens()
  await seen.looks()
  return seen.names().slice(before)
}

const last = () => seen.alarms.at(-1)

describe('given an escrow that nothing happens to', () => {
  it('tells of nothing, not of its deployment either', () => {
    expect(seen.alarms).toEqual([])
  })
})

describe('given the owner’s actions', () => {
  it('alarms on new offers stopped and allowed', async () => {
    expect(await toldOf(() => market.asOwner('setCreationPaused', [true]))).toEqual(['creation-paused'])
    expect(await toldOf(() => market.asOwner('setCreationPaused', [false]))).toEqual(['creation-resumed'])
  })

  it('alarms on another fee, with both sums', async () => {
    expect(await toldOf(() => market.asOwner('updateFee', [parseEther('0.02')]))).toEqual(['fee-changed'])
    expect(last()?.words).toContain('from 0.01 AVAX to 0.02 AVAX')
  })

  it('alarms on fees withdrawn', async () => {
    await market.cancel(await market.offer())
    expect(await toldOf(() => market.asOwner('withdrawFees'))).toEqual(['fees-withdrawn'])
  })

  it('alarms on an NFT taken out that no offer held', async () => {
    const nft = await market.mint('carol')
    expect(await toldOf(() => market.transfer(nft, 'carol', market.escrow.address))).toEqual([])
    const take = () => market.asOwner('emergencyWithdraw', [nft.contract, nft.tokenId])
    expect(await toldOf(take)).toEqual(['emergency-withdrawn'])
    expect(last()).toMatchObject({ severity: 'warning', nft: { contract: nft.contract, tokenId: `${nft.tokenId}` } })
  })

  it('alarms on a proposed owner, on its withdrawal, and on the new owner', async () => {
    const { client } = market.chain
    const carol = market.address('carol')
    const propose = (owner: string) => () => market.asOwner('transferOwnership', [owner])
    expect(await toldOf(propose(carol))).toEqual(['ownership-proposed'])
    expect(last()?.words).toContain(`proposed ${carol}`)
    expect(await toldOf(propose(zeroAddress))).toEqual(['ownership-proposed'])
    expect(last()?.words).toContain('withdrew')
    await propose(carol)()
    const accept = { to: market.escrow.address, abi: swapEscrowAbi, functionName: 'acceptOwnership', args: [] }
    const names = await toldOf(() => transact(client, { ...accept, from: wallets.carol }))
    expect(names).toEqual(['ownership-proposed', 'ownership-passed'])
    const back = { ...accept, functionName: 'transferOwnership', args: [wallets.deployer.account.address] }
    await transact(client, { ...back, from: wallets.carol })
    await market.asOwner('acceptOwnership')
    await seen.looks()
  })
})

describe('given a collection that turns on its holders', () => {
  it('alarms on an NFT that could not be returned', async () => {
    const { id, nfts } = await market.offerMoody(2)
    await market.moody.setMood('keepsTokens')
    expect(await toldOf(() => market.cancel(id))).toEqual(['return-failed', 'return-failed'])
    expect(last()).toMatchObject({ offerId: id, nft: { tokenId: `${nfts[1]?.tokenId}` } })
    await market.moody.setMood('honest')
    expect(await toldOf(() => market.claim(id))).toEqual([])
  })

  it('alarms once on an NFT that it took out of an open offer, and says when it is back', async () => {
    const { id, nfts } = await market.offerMoody(3)
    const nft = nfts[1] ?? expect.fail('the offer has three')
    const take = () => market.moody.seize(nft, market.address('carol'))
    expect(await toldOf(take)).toEqual(['nft-moved'])
    expect(last()).toMatchObject({ severity: 'critical', offerId: id, nft: { tokenId: `${nft.tokenId}` } })
    expect(last()?.words).toContain(market.address('carol'))
    expect(seen.watch.status().lasting).toHaveLength(1)
    expect(await toldOf(() => seen.looks())).toEqual([])
    expect(await toldOf(() => market.moody.seize(nft, market.escrow.address))).toEqual([])
    expect(seen.ended.map(({ alarm }) => alarm)).toEqual(['nft-moved'])
    expect(seen.watch.status().lasting).toEqual([])
    await market.cancel(id)
  })

  it('alarms on the NFTs that it burns all gas for, and on no other', async () => {
    const honest = await market.offer({ offered: 5 })
    const { id, nfts } = await market.offerMoody(2)
    const after = await market.offer({ offered: 5 })
    expect(await toldOf(() => market.moody.setMood('burnsGas'))).toEqual(['nft-moved', 'nft-moved'])
    expect(last()).toMatchObject({ offerId: id, nft: { contract: nfts[0]?.contract } })
    expect(last()?.words).toContain('names no owner')
    expect(await toldOf(() => market.moody.setMood('honest'))).toEqual([])
    for (const offer of [honest, id, after]) await market.cancel(offer)
  })
})

describe('given coins in the escrow', () => {
  const aggregateAbi = parseAbi([
    'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
    'struct Result { bool success; bytes returnData; }',
    'function aggregate3Value(Call3Value[] calls) payable returns (Result[])',
  ])
  /** Multicall3 is a wallet that can't take coins. */
  const byMulticall = (callData: Hex, valueWei = 0n) => {
    const call = { target: market.escrow.address, allowFailure: false, value: valueWei, callData }
    return transact(market.chain.client, {
      from: wallets.carol,
      to: multicall3Address,
      abi: aggregateAbi,
      functionName: 'aggregate3Value',
      args: [[call]],
      valueWei,
    })
  }

  async function offerOfMulticall(): Promise<OfferId> {
    const { contract, tokenId } = await market.mint('bob')
    const [a, b] = [
      { nftContracts: [], tokenIds: [], coins: oneCoin },
      { nftContracts: [contract], tokenIds: [tokenId], coins: 0n },
    ]
    const args = [a, b, 86_400n, zeroAddress] as const
    const fee = { address: market.escrow.address, abi: swapEscrowAbi, functionName: 'fee' } as const
    const feeWei = await market.chain.client.readContract(fee)
    await byMulticall(
      encodeFunctionData({ abi: swapEscrowAbi, functionName: 'createSwapOfferWithCoins', args }),
      feeWei + oneCoin,
    )
    const created = await market.chain.client.getContractEvents({
      address: market.escrow.address,
      abi: swapEscrowAbi,
      eventName: 'SwapOfferWithCoinsCreated',
      fromBlock: 'earliest',
    })
    return created.at(-1)?.args.offerId ?? expect.fail('no offer was created')
  }

  it('tells of nothing while offers come and go, coins are refused, taken and forced in, and fees withdrawn', async () => {
    const coins = { offeredWei: oneCoin, requestedWei: 2n * oneCoin }
    const life = async () => {
      await market.accept(await market.offer({ coins }))
      await market.cancel(await market.offer({ coins }))
      await seen.looks()
      const expired = await market.offer({ coins, durationS: 60 })
      const open = await market.offer({ coins })
      await market.wait(120)
      await market.recover(expired)
      await seen.looks()
      const refused = await offerOfMulticall()
      await seen.looks()
      await byMulticall(encodeFunctionData({ abi: swapEscrowAbi, functionName: 'cancelSwapOffer', args: [refused] }))
      await seen.looks()
      const args = [market.address('carol')] as const
      await byMulticall(encodeFunctionData({ abi: swapEscrowAbi, functionName: 'takeOwedCoins', args }))
      await seen.looks()
      await market.cancel(open)
    }
    expect(await toldOf(life)).toEqual([])
    expect(await toldOf(() => market.asOwner('withdrawFees'))).toEqual(['fees-withdrawn'])
  })

  it.each([
    ['locked coins', oneCoin],
    ['one wei of the fees', 1n],
  ])('alarms on %s that are missing, and says when they are back', async (_, missingWei) => {
    const { client } = market.chain
    const address = market.escrow.address
    const open = await market.offer({ coins: { offeredWei: oneCoin, requestedWei: 0n } })
    await seen.looks()
    const heldWei = await client.getBalance({ address })
    const set = async (value: bigint) => {
      await client.setBalance({ address, value })
      await client.mine({ blocks: 1 })
    }
    const endedBefore = seen.ended.length
    expect(await toldOf(() => set(heldWei - missingWei))).toEqual(['coins-missing'])
    expect(last()?.severity).toBe('critical')
    expect(await toldOf(() => set(heldWei))).toEqual([])
    expect(seen.ended.slice(endedBefore).map(({ alarm }) => alarm)).toEqual(['coins-missing'])
    await market.cancel(open)
  })
})

describe('given endpoints with faults', () => {
  const faults: [string, Interference][] = [
    ['503', { kind: 'answer', status: 503 }],
    ['a closed connection', { kind: 'reset' }],
    ['a page of HTML', { kind: 'answer', status: 200, body: '<html>busy</html>' }],
    ['half an answer', { kind: 'edit', edit: (text) => text.slice(0, text.length / 2) }],
    [
      'calls without answers',
      { kind: 'edit', edit: (text) => text.replaceAll(/"result":"0x[^"]*"/g, '"result":"0x"') },
    ],
    [
      'no logs and no headers',
      { kind: 'edit', edit: (text) => text.replaceAll(/"result":[[{].*?[\]}](?=[,}])/g, '"result":null') },
    ],
  ]

  it.each(faults)('tells of nothing that is not so while there is %s, and misses nothing', async (_, fault) => {
    const own = market.openWatch()
    await own.looks()
    const open = await market.offer({ coins: { offeredWei: oneCoin, requestedWei: 0n } })
    let calls = 0
    // Every second request fails, so that looks break off at different places.
    market.proxy.interfere(() => (++calls % 2 === 0 ? fault : undefined))
    await market.asOwner('setCreationPaused', [true])
    for (let look = 0; look < 12; look += 1) await own.watch.look().catch(() => undefined)
    market.proxy.interfere(undefined)
    await market.asOwner('setCreationPaused', [false])
    await own.looks()
    expect(own.names()).toEqual(['creation-paused', 'creation-resumed'])
    await market.cancel(open)
    await seen.looks()
  })

  it('tells of nothing that a block said which was replaced', async () => {
    const own = market.openWatch()
    const { id, nfts } = await market.offerMoody()
    await own.looks()
    const before = await market.chain.client.snapshot()
    await market.asOwner('updateFee', [0n])
    for (const nft of nfts) await market.moody.seize(nft, market.address('carol'))
    await own.looks(1)
    await market.chain.client.revert({ id: before })
    await market.mint('carol')
    await market.mint('carol')
    await own.looks()
    expect(own.alarms).toEqual([])
    await market.cancel(id)
  })

  it('goes on after blocks that it had settled on were replaced, and tells of nothing twice', async () => {
    const own = market.openWatch()
    await own.looks()
    await market.asOwner('updateFee', [parseEther('0.03')])
    const before = await market.chain.client.snapshot()
    await market.mint('carol')
    await own.looks()
    await market.chain.client.revert({ id: before })
    for (let block = 0; block < 3; block += 1) await market.mint('alice')
    await market.asOwner('updateFee', [parseEther('0.01')])
    for (let look = 0; look < 12; look += 1) await own.watch.look().catch(() => undefined)
    expect(own.names()).toEqual(['fee-changed', 'fee-changed'])
  })
})

describe('given a chain that does not answer', () => {
  it('says that it cannot look, once, with the reason, and when it can again', async () => {
    const own = market.openWatch(undefined, { blindAfterMs: 100 })
    market.proxy.interfere(() => ({ kind: 'answer', status: 503 }))
    own.watch.start()
    try {
      await until(async () => own.alarms.length > 0)
      expect(own.alarms).toEqual([
        expect.objectContaining({ alarm: 'cannot-look', severity: 'critical', escrow: null }),
      ])
      expect(own.alarms[0]?.words).toMatch(/^The chain couldn't be watched for \d+ s: .+\.$/)
      expect(own.watch.status().lasting).toHaveLength(1)
      market.proxy.interfere(undefined)
      await until(async () => own.ended.length > 0)
      expect(own.names()).toEqual(['cannot-look'])
      expect(own.watch.status()).toMatchObject({ lasting: [] })
    } finally {
      market.proxy.interfere(undefined)
      await own.watch.stop()
    }
  })
})

describe('given an escrow of the first edition', () => {
  it('watches its owner, its NFTs and its fees', async () => {
    const escrow = await deployFirstEdition(market.chain)
    const own = market.openWatch(undefined, { escrow })
    await own.looks()
    const { client } = market.chain
    const call = { to: escrow.address, abi: swapEscrowAbi }
    const nft = { contract: market.moody.address, tokenId: 9_000n }
    const artifact = await demoArtifact('MoodyCollection')
    const asAlice = (functionName: string, args: readonly unknown[]) =>
      transact(client, { from: wallets.alice, to: nft.contract, abi: artifact.abi, functionName, args })
    await asAlice('mint', [market.address('alice'), nft.tokenId])
    await asAlice('setApprovalForAll', [escrow.address, true])
    const requested = [await market.mint('bob')]
    const terms = { from: wallets.alice, offered: [nft], requested, durationS: 86_400 }
    await createOffer({ chain: market.chain, escrow: escrow.address }, terms)
    await own.looks()
    expect(own.alarms).toEqual([])

    await market.moody.seize(nft, market.address('carol'))
    await transact(client, { ...call, from: wallets.deployer, functionName: 'setCreationPaused', args: [true] })
    await client.setBalance({ address: escrow.address, value: 1n })
    await own.looks()
    expect(own.names().toSorted()).toEqual(['coins-missing', 'creation-paused', 'nft-moved'])
  })
})

describe('given a watch that is started again', () => {
  const folder = givenFolder()

  it('tells of what happened while it was down, and of nothing twice', async () => {
    const file = folder.path('watch.json')
    const first = market.openWatch(watchFile(file))
    await first.looks()
    await market.asOwner('setCreationPaused', [true])
    await first.looks()
    await market.asOwner('setCreationPaused', [false])
    const second = market.openWatch(watchFile(file))
    await second.looks()
    expect([first.names(), second.names()]).toEqual([['creation-paused'], ['creation-resumed']])
  })

  it('refuses a file that it did not write', async () => {
    const file = folder.path('other.json')
    await watchFile(file).save({ since: 0, checkpoint: { number: 1, hash: '0x1' }, ledgers: {}, told: [] })
    await writeFile(file, '{"checkpoint":1}')
    await expect(market.openWatch(watchFile(file)).watch.look()).rejects.toThrow(WatchStateError)
  })
})

describe('given a server that watches', () => {
  const databases = givenDatabases('sqlite')

  it('counts alarms in its metrics, and has them in its log', async () => {
    const server = await startTestServer(market, await databases.fresh(), { WATCH_EVERY_S: '1' })
    try {
      const figures = async () => String((await server.raw('/metrics')).body['text'])
      await until(async () => /^parley_watch_silence_seconds \d/m.test(await figures()))
      expect(await figures()).toContain('parley_watch_alarms_total{alarm="creation-paused"} 0\n')
      const { id, nfts } = await market.offerMoody()
      // The second look begins to watch events.
      await until(async () => /^parley_watch_open_offers [1-9]/m.test(await figures()))
      await market.asOwner('setCreationPaused', [true])
      for (const nft of nfts) await market.moody.seize(nft, market.address('carol'))
      const isTold = (text: string) =>
        text.includes('{alarm="creation-paused"} 1') && text.includes('{alarm="nft-moved"} 1')
      await until(async () => isTold(await figures()))
      expect(await figures()).toContain('parley_watch_lasting_alarms 1\n')
      expect(await figures()).toMatch(/^parley_watch_pass_seconds [0-9.]+$/m)
      const lines = server.log.map((line): unknown => JSON.parse(line))
      expect(lines).toContainEqual(expect.objectContaining({ alarm: 'nft-moved', level: 50, offerId: id }))
    } finally {
      await server.stop()
      await market.asOwner('setCreationPaused', [false])
    }
  })
})
