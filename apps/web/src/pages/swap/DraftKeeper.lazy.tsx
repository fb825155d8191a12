import { maxNftsPerSide, type Address } from '@parley/domain'
import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { draftText as words } from '../../text/deal.lazy.ts'
import { renderMessage } from '../../text/message.ts'
import { clearTable, type DraftStore } from '../../services/drafts.ts'
import { keepDraft, type Tradable } from '../../services/keptDraft.ts'
import { usePortal, collectionsOn } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { layAsked, layLink, readTableLink, type LinkProblem } from '../../services/tableLink.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'

/** Restores the account's draft, keeps later changes, and follows a link to a table. Says so when a link laid the deal. */
export default function DraftKeeper({ address }: { address: Address }): ReactNode {
  const { drafts, config, notices } = useSession()
  const portal = usePortal()
  const store = drafts.of(portal.key)
  useEffect(() => {
    const tradable = {
      own: collectionsOn(portal, 'offered', config.collections),
      friend: collectionsOn(portal, 'requested', config.collections),
    }
    const alert = (text: string) => notices.announce({ key: 'tableLink', channel: 'alert', tone: 'failure', text })
    keepDraft(store, portal.key, address, tradable)
    if (layAsked(store)) alert(words.againOccupied)
    const problem = followLink(store, tradable)
    if (problem === 'noValidOwn' || problem === 'noValidFriends')
      notices.announce({ ...renderMessage(portal.messages, problem), tone: 'failure', detail: words.leftAlone })
    else if (problem) alert(words.linkProblems[problem](maxNftsPerSide))
  }, [store, portal, config, notices, address])
  const linked = useStore(store, (state) => state.linked)
  return linked ? (
    <Note
      tone="warn"
      role="alert"
      action={
        <Button sentence onClick={() => clearTable(store)}>
          {words.clearTable}
        </Button>
      }
    >
      {words.linked}
    </Note>
  ) : null
}

/** Follows the page address's link, once: afterwards the table is the user's. */
function followLink(store: DraftStore, tradable: Tradable): LinkProblem | null {
  const reading = readTableLink(window.location.search, tradable)
  const isProblem = 'problem' in reading
  if (!isProblem && !reading.link) return null
  window.history.replaceState(window.history.state, '', window.location.pathname)
  if (isProblem) return reading.problem
  return reading.link && layLink(store, reading.link)
}
