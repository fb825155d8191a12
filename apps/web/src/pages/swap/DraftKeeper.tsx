import { maxNftsPerSide, type Address } from '@parley/domain'
import { useEffect, type ReactNode } from 'react'
import { draftWords as words } from '../../messages/draftWords.ts'
import type { DraftStore } from '../../session/drafts.ts'
import { keepDraft, type Tradable } from '../../session/keptDraft.ts'
import { usePortal } from '../../session/Portal.ts'
import { collectionsOn } from '../../session/portalCollections.ts'
import { useSession } from '../../session/Session.ts'
import { layLink, readTableLink, type LinkProblem } from '../../session/tableLink.ts'

/** Restores what this tab had on the table, keeps later changes, and follows a link to a table. Renders nothing. */
export default function DraftKeeper({ address }: { address: Address }): ReactNode {
  const { drafts, config, notices } = useSession()
  const portal = usePortal()
  useEffect(() => {
    const store = drafts.of(portal.key)
    const tradable = {
      own: collectionsOn(portal, 'offered', config.collections),
      friend: collectionsOn(portal, 'requested', config.collections),
    }
    keepDraft(store, portal.key, address, tradable)
    const problem = followLink(store, tradable)
    if (problem) notices.announce({ key: 'tableLink', channel: 'alert', tone: 'failure', text: textOf(problem) })
  }, [drafts, portal, config, notices, address])
  return null
}

/** Follows the page address's link, once: afterwards the table is the user's. */
function followLink(store: DraftStore, tradable: Tradable): LinkProblem | null {
  const reading = readTableLink(window.location.search, tradable)
  if ('problem' in reading) {
    dropQuery()
    return reading.problem
  }
  if (!reading.link) return null
  dropQuery()
  return layLink(store, reading.link)
}

function dropQuery(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname)
}

function textOf(problem: LinkProblem): string {
  switch (problem.kind) {
    case 'address':
      return words.linkAddress(problem.text)
    case 'nft':
      return words.linkNft(problem.text)
    case 'too-many':
      return words.linkTooMany(maxNftsPerSide)
    case 'occupied':
      return words.linkOccupied
  }
}
