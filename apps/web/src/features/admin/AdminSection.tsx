import { useId, type ReactNode } from 'react'
import { adminWords } from '../../messages/adminWords.ts'
import { screenWords } from '../../messages/screenWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Perforation } from '../../ui/Perforation.tsx'
import type { CostlyAct, OwnerAct } from './useOwnerAct.ts'
import './Admin.css'

interface AdminSectionProps {
  readonly title: string
  readonly hint: string
  readonly act: OwnerAct
  readonly children: ReactNode
}

/** One owner action: explanation, form, calldata to copy, and the question before it. */
export function AdminSection({ title, hint, act, children }: AdminSectionProps): ReactNode {
  const id = useId()
  return (
    <section className="admin-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p>{hint}</p>
      </div>
      <div className="admin-form">{children}</div>
      {act.barred ? (
        <p className="admin-barred" id={act.button['aria-describedby']}>
          <Icon name="lock" />
          {adminWords.ownerOnly}
        </p>
      ) : null}
      {act.asked ? <Question asked={act.asked} onAnswer={act.answer} /> : null}
    </section>
  )
}

/** Says what an action will do before the wallet is asked. */
function Question({ asked, onAnswer }: { asked: CostlyAct; onAnswer: (yes: boolean) => void }): ReactNode {
  const textId = useId()
  const no = () => onAnswer(false)
  return (
    <Dialog open title={asked.title} onClose={no} closeLabel={screenWords.frame.close} describedBy={textId}>
      <p id={textId} className="admin-question">
        {asked.text}
      </p>
      <Perforation />
      <div className="admin-answers">
        <Button sentence autoFocus onClick={no}>
          {adminWords.keep}
        </Button>
        <Button look="primary" sentence onClick={() => onAnswer(true)}>
          {asked.act}
        </Button>
      </div>
    </Dialog>
  )
}
