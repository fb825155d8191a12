import { formatCoin } from '@parley/domain'
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { DealBar } from '../../features/draft/DealBar.tsx'
import type { Draft } from '../../features/draft/useDraft.ts'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { scrollBehavior } from '../../ui/useMedia.ts'
import { useDealCost } from './draftView.tsx'

// Only a phone opens it.
const DealSheet = lazyOnIdle(() => import('../../features/draft/DealSheet.lazy.tsx'))
const BarApproval = lazyOnIdle(async () => ({
  default: (await import('../../features/approvals/ApprovalStep.lazy.tsx')).BarApproval,
}))

interface DealDockProps {
  readonly draft: Draft
  readonly phone: boolean
  readonly slip: ReactNode
  readonly slipPlace: RefObject<HTMLElement | null>
}

/** A bar that opens the deal: always on a phone, elsewhere once the slip is off screen. */
export default function DealDock({ draft, phone, slip, slipPlace }: DealDockProps): ReactNode {
  const [open, setOpen] = useState(false)
  const slipSeen = useInView(slipPlace, !phone)
  const cost = useDealCost(draft)
  const total = `${formatCoin(cost.payWei + cost.feeWei + (cost.networkWei ?? 0n))} ${cost.symbol}`
  const anything = draft.own.count + draft.friend.count > 0
  // A deal that was created leaves an empty table, which is nothing to review.
  const [hadAny, setHadAny] = useState(anything)
  if (hadAny !== anything) {
    setHadAny(anything)
    if (!anything) setOpen(false)
  }
  const show = (): void => {
    if (phone) return setOpen(true)
    slipPlace.current?.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
    slipPlace.current?.querySelector<HTMLElement>('.btn-stamp')?.focus({ preventScroll: true })
  }
  return (
    <>
      {phone || (!slipSeen && anything) ? (
        <DealBar
          draft={draft}
          total={total}
          opensDialog={phone}
          onOpen={show}
          step={phone && draft.ready && !open ? <BarApproval nfts={draft.own.nfts} onPress={show} /> : null}
        />
      ) : null}
      {phone ? <DealSheet open={open} onClose={() => setOpen(false)} draft={draft} slip={slip} /> : null}
    </>
  )
}

function useInView(place: RefObject<HTMLElement | null>, watching: boolean): boolean {
  const [seen, setSeen] = useState(true)
  useEffect(() => {
    const element = place.current
    if (!watching || !element) return
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? true), {
      rootMargin: '-120px 0px 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, watching])
  return seen
}
