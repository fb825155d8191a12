import { coinSymbol, coinText, nftKey } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { formatEther } from 'viem/utils'
import { useDescribed } from '../../features/offers/useDescribed.ts'
import { useOfferActions } from '../../features/offers/useOfferActions.ts'
import { WalletProblemAct } from '../../features/wallet/WalletProblemAct.tsx'
import { useWallet } from '../../features/wallet/useWallet.ts'
import { toNftView } from '../../services/nftView.ts'
import { useMessages } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { escrowText as words } from '../../text/escrow.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import { Line, Lines, TotalLine } from '../../ui/Lines.tsx'
import { Print } from '../../ui/Print.tsx'
import { Side } from '../../ui/Side.tsx'
import { Slip } from '../../ui/Slip.tsx'
import { titleOf } from './EscrowRows.tsx'
import type { Holding } from './holdings.ts'
import type { BringHome } from './useBringHome.ts'
import type { HomeCost } from '../../services/wayHome.ts'

const icons = { offered: 'lock', expired: 'clock', refused: 'warning', owed: 'wallet' } as const satisfies Record<
  Holding['state'],
  IconName
>

/** All NFTs and coins that the escrow holds, on the table, each with its state. */
export function HeldThings({ holdings }: { holdings: readonly Holding[] }): ReactNode {
  const messages = useMessages()
  const each = holdings.flatMap(({ nfts, state }) => nfts.map((nft) => ({ nft, state })))
  const described = useDescribed(each.map(({ nft }) => nft))
  const owedWei = weiOf(holdings.filter(({ state }) => state === 'owed'))
  const wei = weiOf(holdings)
  return (
    <Side place="left" title={words.held} count={words.things(each.length, wei)}>
      <ul className="prints">
        {described.map((nft, at) => {
          const state = each[at]?.state ?? 'offered'
          return (
            <Print
              key={nftKey(nft)}
              {...toNftView(nft, messages.noImage)}
              tag={{
                icon: icons[state],
                words: words.states[state],
                tone: state === 'offered' ? 'ok' : 'warn',
              }}
            />
          )
        })}
      </ul>
      {wei > 0n ? (
        <div className="escrow-coins">
          <span className="escrow-coin" aria-hidden="true" />
          <div>
            <span className="escrow-sum num">
              {formatEther(wei)} <i>{coinSymbol}</i>
            </span>
            <small>
              {words.coins({
                offered: wei > owedWei ? coinText(wei - owedWei) : null,
                owed: owedWei > 0n ? coinText(owedWei) : null,
              })}
            </small>
          </div>
        </div>
      ) : null}
    </Side>
  )
}

function weiOf(holdings: readonly Holding[]): bigint {
  return holdings.reduce((sum, { wei }) => sum + wei, 0n)
}

function thingsIn(holdings: readonly Holding[]): string {
  return words.things(holdings.flatMap(({ nfts }) => nfts).length, weiOf(holdings))
}

interface HomeSlipProps {
  readonly holdings: readonly Holding[]
  readonly costs: ReadonlyMap<string, HomeCost | undefined>
  readonly home: BringHome
  /** The address for owed coins is one. */
  readonly mayTake: boolean
}

/** The slip: things that can come home now, the cost of that, and one button for all. */
export function HomeSlip({ holdings, costs, home, mayTake }: HomeSlipProps): ReactNode {
  const { formatter } = useSession()
  const actions = useOfferActions()
  const wallet = useWallet()
  const [takesOpen, setTakesOpen] = useState(false)
  const open = holdings.filter(({ state }) => state === 'offered')
  const includesOpen = takesOpen && open.length > 0
  const chosen = holdings.filter(
    ({ key, state }) =>
      costs.get(key)?.kind !== 'refused' && (state !== 'offered' || includesOpen) && (state !== 'owed' || mayTake),
  )
  const asks = home.asksFor(chosen)
  const busy = home.state !== 'idle' || actions.busy
  return (
    <Slip
      title={words.slip}
      total={
        <>
          <Lines>
            <Line name={words.cost}>{costText(chosen, costs, formatter.coin)}</Line>
          </Lines>
          <TotalLine name={words.ready} amount={chosen.length > 0 ? thingsIn(chosen) : words.nothingReady} unit="" />
        </>
      }
      stub={
        wallet.problem ? (
          <WalletProblemAct problem={wallet.problem} />
        ) : (
          <>
            {open.length > 0 ? (
              <label className="escrow-also">
                <input
                  type="checkbox"
                  checked={takesOpen}
                  disabled={busy}
                  onChange={(event) => setTakesOpen(event.target.checked)}
                />
                {words.also(open.length)}
              </label>
            ) : null}
            <Button
              look="stamp"
              sentence
              working={home.state === 'working' || home.state === 'stopping'}
              disabled={chosen.length === 0 || (busy && home.state === 'idle') || home.state === 'elsewhere'}
              onClick={() => home.start(chosen.map((holding) => ({ holding, title: titleOf(holding, formatter) })))}
            >
              {home.state === 'idle' || home.state === 'elsewhere'
                ? chosen.length > 0
                  ? words.bring(thingsIn(chosen))
                  : words.nothing
                : words.bringing}
            </Button>
            <p className="slip-fine">{fineText(chosen.length, asks)}</p>
          </>
        )
      }
    >
      <Lines>
        <Sum name={words.stillOffered} holdings={open} />
        <Sum name={words.expired} holdings={holdings.filter(({ state }) => state === 'expired')} />
        <Sum name={words.refused} holdings={holdings.filter(({ state }) => state === 'refused')} />
        <Sum name={words.owed} holdings={holdings.filter(({ state }) => state === 'owed')} />
      </Lines>
    </Slip>
  )
}

function Sum({ name, holdings }: { name: string; holdings: readonly Holding[] }): ReactNode {
  return holdings.length > 0 ? <Line name={name}>{thingsIn(holdings)}</Line> : null
}

function costText(
  chosen: readonly Holding[],
  costs: ReadonlyMap<string, HomeCost | undefined>,
  coin: (wei: bigint) => string,
): string {
  const known = chosen.flatMap(({ key }) => {
    const cost = costs.get(key)
    return cost?.kind === 'known' ? [cost.feeWei + cost.networkWei] : []
  })
  return known.length < chosen.length ? words.costUnknown : coin(known.reduce((sum, wei) => sum + wei, 0n))
}

function fineText(count: number, asks: number | null): string {
  if (count === 0) return words.fineOpen
  if (count === 1) return words.fineOne
  return asks === null ? words.fineMany(count) : words.fineTogether(asks)
}
