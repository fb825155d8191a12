import type { Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { addContacts, type Contact } from '../../services/contacts.ts'
import { knownHere, readCounterparties, tradedWith } from '../../services/knownPeople.lazy.ts'
import { contactText as words } from '../../text/contacts.lazy.ts'
import { frameText } from '../../text/frame.ts'
import { WholeAddress } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Perforation } from '../../ui/Slip.tsx'
import { type FileProblem, type ImportPlan, maxFileBytes, planImport, readContactFile } from './contactFile.ts'

/** What a chosen file would do, or why it can't be used. */
export type ImportState = { readonly plan: ImportPlan } | { readonly problem: FileProblem | 'unreadable' }

export async function readImport(file: File, now: readonly Contact[], account: Address | null): Promise<ImportState> {
  if (file.size > maxFileBytes) return { problem: 'size' }
  try {
    const read = readContactFile(await file.text())
    if ('problem' in read) return read
    if (account) await readCounterparties(account)
    return { plan: planImport(read, now, knownHere(), tradedWith()) }
  } catch {
    return { problem: 'unreadable' }
  }
}

interface ImportDialogProps {
  readonly state: ImportState
  /** @param imported how many contacts were added or renamed. */
  readonly onClose: (imported: number) => void
}

/** Shows what importing would change, before it does. */
export default function ImportDialog({ state, onClose }: ImportDialogProps): ReactNode {
  return (
    <Dialog open title={words.importTitle} onClose={() => onClose(0)} closeLabel={frameText.close}>
      {'problem' in state ? (
        <>
          <p role="alert">{words.fileProblems[state.problem]}</p>
          <Perforation />
          <Button look="stamp" sentence autoFocus onClick={() => onClose(0)}>
            {frameText.ok}
          </Button>
        </>
      ) : (
        <Plan plan={state.plan} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Plan({ plan, onClose }: { plan: ImportPlan; onClose: ImportDialogProps['onClose'] }): ReactNode {
  const { added, renamed, same, stopped, taken, over, unread } = plan
  const changes = [...added, ...renamed.map(({ after }) => after)]
  const leftOut = [...stopped, ...taken]
  const counts = {
    added: added.length,
    renamed: renamed.length,
    same,
    stopped: stopped.length,
    taken: taken.length,
    over,
    unread,
  }
  return (
    <>
      <ul className="import-plan num">
        {(['added', 'renamed', 'same', 'stopped', 'taken', 'over', 'unread'] as const).map((part) =>
          counts[part] > 0 ? (
            <li key={part} className={part === 'stopped' || part === 'taken' ? 'field-warning' : undefined}>
              {words.plan[part](counts[part])}
            </li>
          ) : null,
        )}
      </ul>
      {/* Scrolls, so it can be focused: every name is shown before it is taken. */}
      <ul className="import-names" tabIndex={0} aria-label={words.importNames}>
        {renamed.map(({ before, after }) => (
          <li key={after.address}>
            {words.nowCalled(before.name, after.name)} <WholeAddress address={after.address} />
          </li>
        ))}
        {[...added, ...leftOut].map(({ address, name }, at) => (
          <li key={address} className={at < added.length ? undefined : 'muted'}>
            <bdi>{name}</bdi> <WholeAddress address={address} />
          </li>
        ))}
      </ul>
      <p className="muted">{changes.length > 0 ? words.planRule : words.importNothing}</p>
      <Perforation />
      <div className="import-acts">
        {changes.length > 0 ? (
          <Button
            look="stamp"
            sentence
            autoFocus
            onClick={() => {
              addContacts(changes)
              onClose(changes.length)
            }}
          >
            {words.importApply(changes.length)}
          </Button>
        ) : null}
        <Button sentence look={changes.length > 0 ? 'quiet' : 'stamp'} onClick={() => onClose(0)}>
          {changes.length > 0 ? frameText.cancel : frameText.ok}
        </Button>
      </div>
    </>
  )
}
