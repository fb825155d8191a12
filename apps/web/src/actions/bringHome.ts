import { type ContractCall, leftAfterClaim, leftBehind, takeOwedCoinsCall } from '@parley/chain'
import { type Address, type Nft, type Offer, sameAddress } from '@parley/domain'
import type { TransactionReceipt } from 'viem'
import { ActionError, type ActionTools, type ConnectedTools, runStep } from './action.ts'
import {
  requireBuilt,
  requireFee,
  requireOnChain,
  requireSame,
  requireShown,
  requireSigner,
  requireWallet,
} from './chainChecks.ts'
import { transact } from './transact.ts'

export interface OwedCoins {
  readonly escrow: Address
  /** Who the coins belong to. The contract pays the signer's own. */
  readonly owner: Address
  readonly to: Address
}

/**
 * Pays out the coins owed to the connected wallet, to an address of its choice (decision E2).
 *
 * @throws ActionError
 */
export async function takeOwedCoins(tools: ActionTools, { escrow, owner, to }: OwedCoins): Promise<TransactionReceipt> {
  const connected = await runStep(tools.report, 'validate', async () => {
    const ready = await requireReady(tools, escrow)
    requireAccount(ready, owner)
    return ready
  })
  return transact(connected, { escrow, call: takeOwedCoinsCall(escrow, to) })
}

async function requireReady(tools: ActionTools, escrow: Address): Promise<ConnectedTools> {
  const connected = requireWallet(tools)
  requireBuilt(tools, escrow)
  await requireSigner(connected)
  return connected
}

/** The wallet may have changed accounts since the button was pressed. */
function requireAccount({ wallet }: ConnectedTools, account: Address): void {
  if (!sameAddress(wallet.address, account)) throw new ActionError({ kind: 'account-changed' })
}

/** One of several things that are brought home under one signature. */
export interface Homecoming {
  /** Null for coins that are owed: they belong to no offer any more. */
  readonly offer: Offer | null
  readonly paysFee: boolean
  /** @param feeWei the platform fee, as it is now. */
  readonly call: (feeWei: bigint) => ContractCall
}

/**
 * Brings several things of one escrow home together (EIP-5792). All calls go through, or none.
 *
 * @returns the NFTs whose collection did not let them go: still in the escrow, with the others home (decision K7).
 * @throws ActionError
 */
export async function bringHomeTogether(
  tools: ActionTools,
  escrow: Address,
  { account, things }: { readonly account: Address; readonly things: readonly Homecoming[] },
): Promise<readonly Nft[]> {
  const offers = things.flatMap(({ offer }) => offer ?? [])
  const connected = await runStep(tools.report, 'validate', async () => {
    const ready = await requireReady(tools, escrow)
    requireAccount(ready, account)
    await Promise.all(offers.map((offer) => requireOwn(ready, offer)))
    return ready
  })
  const feeWei = things.some(({ paysFee }) => paysFee)
    ? await runStep(tools.report, 'fee', () => requireFee(connected, escrow))
    : 0n
  const calls = things.map(({ call }) => call(feeWei))
  const [last] = calls.slice(-1)
  if (!last) throw new RangeError('there is nothing to bring home')
  const receipt = await transact(connected, {
    escrow,
    call: last,
    approvals: calls.slice(0, -1),
    confirm: async (through) => {
      await Promise.all(offers.map((offer) => requireShown(through, offer)))
    },
  })
  return [...leftBehind(receipt, escrow), ...offers.flatMap((offer) => leftAfterClaim(receipt, offer))]
}

async function requireOwn(tools: ConnectedTools, offer: Offer): Promise<void> {
  const terms = await requireOnChain(tools, offer)
  if (!sameAddress(terms.creator, tools.wallet.address)) throw new ActionError({ kind: 'not-creator' })
  requireSame(offer, terms)
}
