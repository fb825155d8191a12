import type { Address, Nft, OfferId } from '@parley/domain'
import {
  CollectionModel,
  EscrowModel,
  Journal,
  Refusal,
  thief,
  type AnswerManner,
  type EscrowCall,
  type TransferManner,
  type TransferRefusal,
} from '../rulebook/index.ts'
import { encodeFunctionData, parseEther, toFunctionSelector, type Abi, type Hex } from 'viem'
import { compile } from '../../build/index.ts'
import * as actors from './actors.ts'
import {
  callWords,
  detailsWords,
  eventLogs,
  functionWords,
  refusalWords,
  summaryWords,
  type LogWords,
} from './escrowWords.ts'
import type { Probe, Step } from './Trace.ts'
import { encodeWords } from './words.ts'

const token = compile(['reference/tokens/HostileNft.sol'])('HostileNft')
const tokenAbi: Abi = token.abi
const tokenCode = token.runtime.slice(2)

const manners: readonly TransferManner[] = [
  'moves',
  'silent',
  'refuses',
  'refusesAtLength',
  'burnsGas',
  'answersAtLength',
  'reenters',
  'steals',
]
const answers = ['true', 'silent', 'always', 'dear'] as const
const mannerName = (manner: AnswerManner<unknown>): (typeof answers)[number] =>
  typeof manner === 'object' ? 'always' : manner
const errorNames = { refused: 'Refused', notHolder: 'NotHolder', notAllowed: 'NotAllowed', blocked: 'Blocked' } as const
const selectors = new Map(Object.values(errorNames).map((name) => [name, toFunctionSelector(`${name}()`)]))

function reasonOf(refusal: TransferRefusal): Hex {
  if (refusal === 'nothing') return '0x'
  if (refusal === 'refusedAtLength') return `0x${'ff'.repeat(256)}`
  return selectors.get(errorNames[refusal]) ?? '0x'
}

const custodyOf = (nft: Nft) => functionWords('custodyOf', nft.contract, nft.tokenId)
const holderOfSelector = toFunctionSelector('holderOf(uint256)').slice(2)
const breachSelector = toFunctionSelector('breach()').slice(2)
const noOffer = encodeWords([0n])

/** One random play: the model runs every call, and records it with the outcome for the harness. */
export class Play {
  readonly model: EscrowModel
  readonly steps: Step[] = []
  readonly offerIds: OfferId[] = []
  /** Names of the errors met. */
  readonly refusals = new Set<string>()
  nowS = actors.startS
  readonly #journal = new Journal()

  constructor() {
    const { escrow, owner, feeWei, maxFeeWei, idOf } = actors
    this.model = new EscrowModel({ escrow, owner, feeWei, maxFeeWei, idOf, reasonOf })
    // Called as a collection, the escrow reverts on everything.
    const none = new CollectionModel(escrow)
    Object.assign(none, { erc721: false, transfers: 'burnsGas', owners: 'silent', balances: 'silent' })
    this.model.collections.set(escrow, none)
    this.setRefusal(actors.contractWallet, actors.contractWalletCode)
    for (const account of [...actors.wallets, ...actors.collections, thief]) this.setCoin(account, parseEther('1000'))
    for (const address of actors.collections) this.#openCollection(address)
  }

  // ── Around the escrow ──────────────────────────────────────────────────────────────────────────────────────────────

  #world(kind: Step['kind'], target: Address, value: bigint, data: string): void {
    this.steps.push({ kind, target, value, data, success: true, answer: '', logs: [], probes: [] })
  }

  #token(target: Address, functionName: string, args: readonly unknown[], caller: Address = actors.stranger): void {
    const data = encodeFunctionData({ abi: tokenAbi, functionName, args }).slice(2)
    this.steps.push({ kind: 'call', caller, target, value: 0n, data, success: true, answer: '', logs: [], probes: [] })
  }

  #openCollection(address: Address): void {
    this.model.collections.set(address, new CollectionModel(address))
    this.#world('etch', address, 0n, tokenCode)
    for (const [index, tokenId] of actors.tokenIds.entries())
      this.seize({ contract: address, tokenId }, actors.creators[index % actors.creators.length] ?? actors.owner)
    for (const wallet of actors.creators) this.setApproval(address, wallet, true)
  }

  setCoin(account: Address, wei: bigint): void {
    this.model.coinWei.set(account, wei)
    this.#world('deal', account, wei, '')
  }

  /** @param code what a contract wallet runs on receiving coins; empty accepts them */
  setRefusal(wallet: Address, code: string): void {
    if (code === '') this.model.refusesCoin.delete(wallet)
    else this.model.refusesCoin.add(wallet)
    this.#world('etch', wallet, 0n, code)
  }

  passTo(nowS: number): void {
    this.nowS = nowS
    this.#world('warp', actors.escrow, BigInt(nowS), '')
  }

  seize(nft: Nft, to: Address): void {
    this.model.collection(nft.contract).move(this.#journal, nft.tokenId, to)
    this.#journal.keep()
    this.#token(nft.contract, 'seize', [nft.tokenId, to])
  }

  setApproval(collection: Address, wallet: Address, approved: boolean): void {
    const pair = `${wallet}/${actors.escrow}`
    if (approved) this.model.collection(collection).approvals.add(pair)
    else this.model.collection(collection).approvals.delete(pair)
    this.#token(collection, 'setApprovalForAll', [actors.escrow, approved], wallet)
  }

  setTransfers(collection: Address, manner: TransferManner): void {
    this.model.collection(collection).transfers = manner
    this.#token(collection, 'setTransfers', [manners.indexOf(manner), actors.escrow])
  }

  setOwners(collection: Address, manner: AnswerManner<Address>): void {
    this.model.collection(collection).owners = manner
    this.#token(collection, 'setOwners', [
      answers.indexOf(mannerName(manner)),
      typeof manner === 'object' ? manner.always : actors.owner,
    ])
  }

  setBalances(collection: Address, manner: AnswerManner<bigint>): void {
    this.model.collection(collection).balances = manner
    this.#token(collection, 'setBalances', [
      answers.indexOf(mannerName(manner)),
      typeof manner === 'object' ? manner.always : 0n,
    ])
  }

  setErc721(collection: Address, shown: boolean): void {
    this.model.collection(collection).erc721 = shown
    this.#token(collection, 'setErc721', [shown])
  }

  setBlocked(collection: Address, wallet: Address, blocked: boolean): void {
    if (blocked) this.model.collection(collection).blocked.add(wallet)
    else this.model.collection(collection).blocked.delete(wallet)
    this.#token(collection, 'setBlocked', [wallet, blocked])
  }

  /** A collection loses its code, or gets it back with its ledger unchanged. */
  setCode(collection: Address, present: boolean): void {
    this.model.collection(collection).hasCode = present
    this.#world('etch', collection, 0n, present ? tokenCode : '')
  }

  // ── The escrow ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Runs a call on the model, and records it with its outcome and the visible state of `around`. */
  call(caller: Address, valueWei: bigint, call: EscrowCall, around: readonly Nft[] = []): void {
    const outcome = this.#outcome(caller, valueWei, call)
    const probes = [
      this.#coin(actors.escrow),
      ...this.#account(caller),
      ...('id' in call ? this.#offerProbes(call.id) : []),
      ...(call.kind === 'create' && outcome.success ? this.#offerProbes(this.#noteOffer()) : []),
      ...around.flatMap((nft) => this.nftProbes(nft)),
      ...('id' in call || call.kind === 'create' ? [] : this.ownerProbes()),
    ]
    const kind = call.kind === 'create' ? 'create' : 'call'
    this.steps.push({ kind, caller, target: actors.escrow, value: valueWei, data: callWords(call), ...outcome, probes })
  }

  #noteOffer(): OfferId {
    const id = actors.idOf(this.model.offers.size)
    this.offerIds.push(id)
    return id
  }

  #outcome(
    address: Address,
    valueWei: bigint,
    call: EscrowCall,
  ): { success: boolean; answer: string; logs: readonly LogWords[] } {
    try {
      const events = this.model.call({ address, valueWei, nowS: this.nowS }, call)
      const answer = call.kind === 'create' ? actors.idOf(this.model.offers.size).slice(2) : ''
      return { success: true, answer, logs: events.flatMap(eventLogs) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.refusals.add(error.code)
      return { success: false, answer: refusalWords(error), logs: [] }
    }
  }

  #account(account: Address): Probe[] {
    const owed = encodeWords([this.model.owedWei.get(account) ?? 0n])
    return [
      this.#coin(account),
      { target: actors.escrow, data: functionWords('coinsOwed', account), answer: owed },
      { target: actors.escrow, data: functionWords('lockedCoins'), answer: encodeWords([this.model.lockedWei]) },
    ]
  }

  #coin(account: Address): Probe {
    return { target: account, data: '', answer: encodeWords([this.model.coinWei.get(account) ?? 0n]) }
  }

  #offerProbes(id: OfferId): Probe[] {
    const offer = this.model.offers.get(id)
    const ask = (name: string, answer: string) => ({ target: actors.escrow, data: functionWords(name, id), answer })
    if (offer === undefined)
      return [
        ask('swapOffers', encodeWords([0n, 0n, 0n, 0n])),
        ask('getOfferDetails', refusalWords(new Refusal('UnknownOffer', id))),
        ask('coinsOf', refusalWords(new Refusal('UnknownOffer', id))),
      ]
    return [
      ask('swapOffers', summaryWords(offer)),
      ask('getOfferDetails', detailsWords(offer)),
      ask('coinsOf', encodeWords([offer.offeredWei, offer.requestedWei])),
      this.#coin(offer.creator),
      this.#coin(offer.recipient),
    ]
  }

  /** An NFT's true owner, whatever its collection says, and the offer that holds it. */
  nftProbes(nft: Nft): Probe[] {
    const holder = this.model.collections.get(nft.contract)
    const custody = {
      target: actors.escrow,
      data: custodyOf(nft),
      answer: encodeWords([this.model.custodyOf(nft) ?? 0n]),
    }
    if (holder === undefined || !holder.hasCode || nft.contract === actors.escrow) return [custody]
    const data = holderOfSelector + encodeWords([nft.tokenId])
    return [custody, { target: nft.contract, data, answer: encodeWords([holder.holders.get(nft.tokenId) ?? 0n]) }]
  }

  ownerProbes(): Probe[] {
    const { owner, pendingOwner, feeWei, creationPaused, maxFeeWei } = this.model
    const answers = { owner, pendingOwner, fee: feeWei, maxFee: maxFeeWei, creationPaused }
    return Object.entries(answers).map(([name, answer]) => ({
      target: actors.escrow,
      data: functionWords(name),
      answer: encodeWords([answer]),
    }))
  }

  /** Probes every NFT, all balances, the given offers, and that no collection got in by re-entering. */
  audit(offerIds: readonly OfferId[]): void {
    const nfts = actors.collections.flatMap((contract) => actors.tokenIds.map((tokenId) => ({ contract, tokenId })))
    const breaches = actors.collections
      .filter((contract) => this.model.collection(contract).hasCode)
      .map((target) => ({ target, data: breachSelector, answer: noOffer }))
    const probes = [
      ...offerIds.flatMap((id) => this.#offerProbes(id)),
      ...nfts.flatMap((nft) => this.nftProbes(nft)),
      ...[...actors.wallets, actors.escrow].flatMap((account) => this.#account(account)),
      ...breaches,
      ...this.ownerProbes(),
    ]
    this.steps.push({
      kind: 'warp',
      target: actors.escrow,
      value: BigInt(this.nowS),
      data: '',
      success: true,
      answer: '',
      logs: [],
      probes,
    })
  }
}
