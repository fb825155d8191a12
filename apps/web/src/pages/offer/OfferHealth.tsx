import type { ReactNode } from 'react'
import { offerWords } from '../../messages/offerWords.ts'
import { useSession } from '../../session/Session.ts'
import { useMessages } from '../../session/useMessages.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { offerChecks, type OfferCheck, type OfferFacts } from './offerChecks.ts'

/** Whether the offer is sound, point by point, and what to do about each that is not. Nothing to show once it is closed. */
export function OfferHealth(facts: Omit<OfferFacts, 'collections'>): ReactNode {
  const { collections } = useSession().config
  if (facts.offer.settlement || facts.standing.status !== 'active') return null
  const checks = offerChecks({ ...facts, collections })
  const passing = checks.filter((check) => check.passes).length
  return (
    <section className="health" aria-label={facts.standing.act === 'accept' ? offerWords.before : offerWords.health}>
      <div className="offer-list-head">
        <h2>{facts.standing.act === 'accept' ? offerWords.before : offerWords.health}</h2>
        <span className="muted num" role="status">
          {offerWords.pass(passing, checks.length)}
        </span>
      </div>
      <ul className="checks num">
        {checks.map((check) => (
          <CheckRow key={check.key} check={check} approvals={facts.approvals} />
        ))}
      </ul>
    </section>
  )
}

function CheckRow({ check, approvals }: { check: OfferCheck; approvals: OfferFacts['approvals'] }): ReactNode {
  const messages = useMessages()
  const { approve } = check
  const working = approvals.collections.some((one) => one.contract === approve && one.busy)
  return (
    <li className={check.passes ? 'check' : 'check check-open'}>
      <Icon name={check.passes ? 'checkCircle' : 'warning'} large />
      <div>
        <b>{check.title}</b>
        <small className="muted">{check.text}</small>
      </div>
      {approve ? (
        <Button working={working} disabled={approvals.busy && !working} onClick={() => void approvals.approve(approve)}>
          {working ? messages.processing.text : messages.approve.text}
        </Button>
      ) : null}
    </li>
  )
}
