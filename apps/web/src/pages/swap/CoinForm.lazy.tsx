import { coinSymbol, readCoins, type Address } from '@parley/domain'
import { type ReactNode, useId } from 'react'
import { formatEther } from 'viem/utils'
import { useDraft } from '../../features/draft/useDraft.ts'
import { useFee, useNetworkCost } from '../../features/offers/useFee.ts'
import { useOfferActions } from '../../features/offers/useOfferActions.ts'
import { useBalance } from '../../features/wallet/useWallet.ts'
import { coinText as words } from '../../text/deal.lazy.ts'
import type { TypedCoins } from '../../services/drafts.ts'
import { typeCoins } from '../../services/keptDraft.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import './CoinForm.css'

interface CoinFormProps {
  readonly address: Address
  readonly side: 'own' | 'friend'
  /** The user has just asked for it. */
  readonly focused?: boolean
}

/** One side's amount: what you add, or what your friend should add. */
export default function CoinForm({ address, side, focused = false }: CoinFormProps): ReactNode {
  const { drafts } = useSession()
  const { key } = usePortal()
  const store = drafts.of(key)
  const { busy } = useOfferActions()
  const { own, friend, recipient } = useDraft()
  const { coins } = side === 'own' ? own : friend
  const form = { coins, disabled: busy, focused, onType: (text: string) => typeCoins(store, side, text) }
  return side === 'own' ? (
    <OwnCoins address={address} nftCount={own.nfts.length + friend.nfts.length} {...form} />
  ) : (
    <FriendCoins address={recipient.address} {...form} />
  )
}

interface FormProps {
  readonly coins: TypedCoins
  readonly disabled: boolean
  readonly focused: boolean
  readonly onType: (text: string) => void
}

/** @param props.nftCount NFTs in the deal. The gas that is kept back depends on their number. */
export function OwnCoins({ address, nftCount, coins, ...form }: FormProps & OwnSide): ReactNode {
  const balanceWei = useBalance(address)
  const spendableWei = useSpendable(balanceWei, nftCount)
  const tooMuch = spendableWei !== null && (coins.wei ?? 0n) > spendableWei
  return (
    <CoinInput
      {...form}
      label={words.give}
      value={coins.text}
      max={spendableWei === null ? null : formatEther(spendableWei)}
      hint={
        balanceWei === null || spendableWei === null
          ? words.balanceUnread
          : words.balance(roundedDown(balanceWei), roundedDown(spendableWei))
      }
      problem={problemOf(coins) ?? (tooMuch ? words.tooMuchForYou(roundedDown(spendableWei)) : null)}
    />
  )
}

interface OwnSide {
  readonly address: Address
  readonly nftCount: number
}

/** @param props.address null while unknown. */
export function FriendCoins({ address, coins, ...form }: FormProps & { address: Address | null }): ReactNode {
  const balanceWei = useBalance(address)
  const held = balanceWei === null ? null : roundedDown(balanceWei)
  const tooMuch = balanceWei !== null && (coins.wei ?? 0n) > balanceWei
  return (
    <CoinInput
      {...form}
      label={words.get}
      value={coins.text}
      hint={held === null ? words.friendHint : words.friendBalance(held)}
      problem={problemOf(coins)}
      warning={held !== null && tooMuch ? words.tooMuchForThem(held) : null}
    />
  )
}

/** The most that a side can add: of one's own balance what fee and gas leave. Null while unknown. */
export function useMostCoins(
  of: { readonly own: Address; readonly nftCount: number } | { readonly friend: Address },
): bigint | null {
  const balanceWei = useBalance('own' in of ? of.own : of.friend)
  const spendableWei = useSpendable(balanceWei, 'own' in of ? of.nftCount : 0)
  return 'own' in of ? spendableWei : balanceWei
}

/**
 * The balance less the platform fee and gas; null until all are known. Three times the usual gas: a wallet must have twice
 * the present price for the whole gas limit, which is above the estimate.
 */
function useSpendable(balanceWei: bigint | null, nftCount: number): bigint | null {
  const fee = useFee()
  const networkWei = useNetworkCost('createMulti', Math.max(1, nftCount))
  if (balanceWei === null || networkWei === null || fee.assumed) return null
  const leftWei = balanceWei - fee.wei - networkWei * 3n
  return leftWei > 0n ? leftWei : 0n
}

function problemOf(coins: TypedCoins): string | null {
  const reading = readCoins(coins.text)
  return 'problem' in reading ? words.problems[reading.problem] : null
}

const shownStepWei = 10n ** 14n

/** Four decimals, never more than there is. */
function roundedDown(wei: bigint): string {
  return `${formatEther(wei - (wei % shownStepWei))} ${coinSymbol}`
}

interface CoinInputProps {
  readonly label: string
  readonly value: string
  readonly onType: (text: string) => void
  readonly disabled: boolean
  readonly focused: boolean
  /** A line below the field. */
  readonly hint: string
  /** Replaces the hint: this amount can't be used. */
  readonly problem: string | null
  /** Replaces the hint: this amount can be used, but something speaks against it. */
  readonly warning?: string | null
  /** Text of the largest amount; null while unknown. Without it there is no button. */
  readonly max?: string | null
}

/** A side's amount of AVAX. */
function CoinInput(props: CoinInputProps): ReactNode {
  const { hint, problem, warning = null, max, disabled } = props
  const id = useId()
  return (
    <div className="coin-input">
      <TextField
        label={props.label}
        value={props.value}
        inputMode="decimal"
        placeholder="0"
        spellCheck={false}
        disabled={disabled}
        autoFocus={props.focused}
        invalid={problem !== null}
        describedBy={id}
        onChange={(event) => props.onType(event.target.value)}
        end={
          <>
            <span className="muted">{coinSymbol}</span>
            {max === undefined ? null : (
              <Button
                sentence
                aria-label={words.maxLabel}
                disabled={disabled || max === null}
                onClick={() => props.onType(max ?? '')}
              >
                {words.max}
              </Button>
            )}
          </>
        }
      />
      <div id={id} aria-live={problem === null && warning === null ? undefined : 'polite'}>
        <p className={problem ? 'field-problem' : warning ? 'field-warning' : 'muted num'}>
          {problem ?? warning ?? hint}
        </p>
      </div>
    </div>
  )
}
