import { useId, type ReactNode } from 'react'
import { adminText } from '../../text/admin.ts'
import { frameText } from '../../text/frame.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Perforation } from '../../ui/Slip.tsx'
import type { OwnerAct } from './useOwnerAct.ts'
import './Admin.css'

interface AdminSectionProps {
  readonly title: string
  readonly hint: string
  readonly act: OwnerAct
  /** The label of the answer that goes on, if the action asks first. */
  readonly yes?: string
  readonly children: ReactNode
}

/** One owner action: explanation, form, calldata to copy, and the question before it. */
export function AdminSection({ title, hint, act, yes, children }: AdminSectionProps): ReactNode {
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
          {adminText.ownerOnly}
        </p>
      ) : null}
      {act.asked !== null && yes !== undefined ? <Question asked={act.asked} yes={yes} onAnswer={act.answer} /> : null}
    </section>
  )
}

interface QuestionProps {
  readonly asked: string
  readonly yes: string
  readonly onAnswer: (goOn: boolean) => void
}

/** Says what an action will do before the wallet is asked. */
function Question({ asked, yes, onAnswer }: QuestionProps): ReactNode {
  const textId = useId()
  const no = () => onAnswer(false)
  return (
    <Dialog open title={`${yes}?`} onClose={no} closeLabel={frameText.close} describedBy={textId}>
      <p id={textId} className="admin-question">
        {asked}
      </p>
      <Perforation />
      <div className="admin-answers">
        <Button sentence autoFocus onClick={no}>
          {frameText.cancel}
        </Button>
        <Button look="primary" sentence onClick={() => onAnswer(true)}>
          {yes}
        </Button>
      </div>
    </Dialog>
  )
}
