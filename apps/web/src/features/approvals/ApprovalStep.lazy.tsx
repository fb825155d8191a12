import { approveCall, planGas } from '@parley/chain'
import { findCollection, formatCoin, type Address, type Nft } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { approvalText as words } from '../../text/deal.lazy.ts'
import { queryKeys } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { useApprovalChange, useCollectionApprovals, useHeld, type CollectionApproval } from './collectionApprovals.ts'
import './Approvals.css'

/** Up to this many NFTs of a collection, approving them one by one is the default. */
const fewNfts = 2

interface ApprovalStepProps {
  /** What the wallet gives. */
  readonly nfts: readonly Nft[]
  /** The offer's escrow. Without one, that of new offers. */
  readonly of?: Address
}

/**
 * Asks for the approvals that the deal still lacks, one collection after the other. Renders nothing if it has all. A link
 * may lay NFTs that the wallet does not hold: the chain has to name it as their owner first.
 */
export default function ApprovalStep({ nfts, of }: ApprovalStepProps): ReactNode {
  const newest = useSession().config.escrows[0]?.address ?? null
  const escrow = of ?? newest
  const approvals = useCollectionApprovals(useHeld(nfts), escrow).filter(({ inDeal }) => inDeal)
  // Kept here: the step goes while another deal's approvals are read.
  const [choices, setChoices] = useState<Readonly<Record<Address, boolean>>>({})
  const missing = approvals.filter(({ status }) => status === 'needed')
  const [next] = missing
  const refocus = useNextStamp()
  // The collection being approved stays on screen until its transaction has ended.
  const shown = approvals.find(({ busy }) => busy) ?? next
  if (!shown || !escrow) return null
  if (shown.signedTogether)
    return <p className="approval-together">{words.together(missing.flatMap(({ tokenIds }) => tokenIds).length)}</p>
  const steps = approvals.length + 1
  return (
    <CollectionStep
      key={shown.contract}
      escrow={escrow}
      collection={shown}
      place={words.step(approvals.indexOf(shown) + 1, steps)}
      choice={choices[shown.contract]}
      onChoose={(whole) => setChoices({ ...choices, [shown.contract]: whole })}
      onPress={refocus}
    />
  )
}

/** Focuses the next stamp of a slip once the pressed one, which had the focus, has gone with its step. */
function useNextStamp(): (pressed: HTMLElement) => void {
  const last = useRef<{ readonly pressed: HTMLElement; readonly slip: Element | null } | null>(null)
  // After each render, and after the last one: the whole step may go.
  useEffect(() => {
    const look = (): void => {
      if (!last.current || last.current.pressed.isConnected) return
      if (document.activeElement === document.body) last.current.slip?.querySelector<HTMLElement>('.btn-stamp')?.focus()
      last.current = null
    }
    look()
    return look
  })
  return (pressed) => {
    last.current = { pressed, slip: pressed.closest('fieldset')?.parentElement ?? null }
  }
}

interface BarApprovalProps {
  readonly nfts: readonly Nft[]
  readonly onPress: () => void
}

/**
 * The first missing approval as a button of the deal bar. Renders nothing if none is missing, and where the default would be
 * the whole collection: that choice has to be seen.
 */
export function BarApproval({ nfts, onPress }: BarApprovalProps): ReactNode {
  const { actions, config } = useSession()
  const escrow = config.escrows[0]?.address ?? null
  const changeApproval = useApprovalChange()
  const running = useStore(actions, (state) => state.running !== null)
  const next = useCollectionApprovals(useHeld(nfts), escrow).find(({ inDeal, status }) => inDeal && status === 'needed')
  if (!next || !escrow || running || next.signedTogether || next.tokenIds.length > fewNfts) return null
  const { contract, name, tokenIds } = next
  const approve = (): void => {
    onPress()
    void changeApproval({ kind: 'approve', contract, escrow, tokenIds })
  }
  return (
    <button type="button" className="deal-bar-step" onClick={approve}>
      {words.approve(name)}
    </button>
  )
}

interface CollectionStepProps {
  readonly escrow: Address
  readonly collection: CollectionApproval
  readonly place: string
  /** Whether the user chose the whole collection. Undefined until they choose. */
  readonly choice: boolean | undefined
  readonly onChoose: (whole: boolean) => void
  readonly onPress: (button: HTMLElement) => void
}

function CollectionStep({ escrow, collection, place, choice, onChoose, onPress }: CollectionStepProps): ReactNode {
  const { contract, name, tokenIds, busy } = collection
  const messages = useMessages()
  const changeApproval = useApprovalChange()
  const running = useStore(useSession().actions, (state) => state.running !== null)
  const few = tokenIds.length <= fewNfts
  const whole = choice ?? !few
  const options = [
    <Choice
      key="these"
      label={words.onlyThese(tokenIds.length)}
      hint={words.onlyTheseHint(tokenIds.length)}
      cost={useCost({ contract, escrow, tokenId: tokenIds[0] }, BigInt(tokenIds.length))}
      chosen={!whole}
      disabled={running}
      onChoose={() => onChoose(false)}
    />,
    <Choice
      key="whole"
      label={words.whole}
      hint={words.wholeHint}
      cost={useCost({ contract, escrow }, 1n)}
      chosen={whole}
      disabled={running}
      onChoose={() => onChoose(true)}
    />,
  ]
  const approve = (button: HTMLElement): void => {
    onPress(button)
    void changeApproval({ kind: 'approve', contract, escrow, tokenIds: whole ? [] : tokenIds })
  }
  return (
    <fieldset className="approval-step">
      <legend>
        <b>{words.approve(name)}</b> <span className="num">{place}</span>
      </legend>
      {few ? options : options.toReversed()}
      <Button
        look="stamp"
        sentence
        working={busy}
        disabled={running && !busy}
        aria-label={busy ? undefined : words.approve(name)}
        onClick={({ currentTarget }) => approve(currentTarget)}
      >
        {busy ? messages.processing : words.approve(name)}
      </Button>
    </fieldset>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly hint: string
  readonly cost: string | null
  readonly chosen: boolean
  readonly disabled: boolean
  readonly onChoose: () => void
}

function Choice({ label, hint, cost, chosen, disabled, onChoose }: ChoiceProps): ReactNode {
  const id = useId()
  return (
    <div className="approval-choice">
      <input
        type="radio"
        id={id}
        checked={chosen}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={onChoose}
      />
      <label htmlFor={id}>
        {label}
        {cost === null ? null : <span className="num">{cost}</span>}
      </label>
      <small id={`${id}-hint`}>{hint}</small>
    </div>
  )
}

interface Asked {
  readonly contract: Address
  readonly escrow: Address
  readonly tokenId?: bigint | undefined
}

/** The network's fee for an approval, estimated on the chain; null until known. */
function useCost({ contract, escrow, tokenId }: Asked, count: bigint): string | null {
  const { chain, config } = useSession()
  const account = useAccount()
  const { data } = useQuery({
    queryKey: [...queryKeys.gasPrice, contract, escrow, String(tokenId)],
    enabled: account !== null,
    queryFn: async () => {
      const priorityFeeGwei = findCollection(config.collections, contract)?.approvalPriorityFeeGwei
      const call = approveCall({ contract, operator: escrow, tokenId, priorityFeeGwei })
      return (await planGas(chain, account ?? '0x', call)).expectedCostWei
    },
  })
  return data === undefined ? null : words.cost(`${formatCoin(data * count)} ${config.nativeCurrency.symbol}`)
}
