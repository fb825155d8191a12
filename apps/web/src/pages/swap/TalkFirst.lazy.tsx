import { nftKey } from '@parley/domain'
import type { ReactNode } from 'react'
import { FirstDeal } from '../../features/contacts/AddressFacts.tsx'
import type { Draft } from '../../features/draft/useDraft.ts'
import { usePortal } from '../../services/Portal.ts'
import { tableListText as words } from '../../text/tableList.lazy.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'

/** The other way: a table with the draft's terms, where nothing is locked (decision N1). */
export default function TalkFirst({ draft }: { draft: Draft }): ReactNode {
  const { key } = usePortal()
  const { recipient, own, friend, minutes } = draft
  if (!recipient.address) return null
  const query = new URLSearchParams({
    to: recipient.address,
    ...(own.nfts.length > 0 && { give: own.nfts.map(linkKey).join(',') }),
    ...(friend.nfts.length > 0 && { want: friend.nfts.map(linkKey).join(',') }),
    ...(own.coins.wei && { pay: own.coins.text }),
    ...(friend.coins.wei && { ask: friend.coins.text }),
    minutes: String(minutes),
    ...(key !== 'general' && { portal: key }),
  })
  return (
    <>
      <Link
        className={buttonClass('quiet', true, 'talk-first')}
        href={`/table/new?${query}`}
        title={words.talkFirstFine}
      >
        {words.talkFirst}
      </Link>
      <FirstDeal address={recipient.address} />
    </>
  )
}

function linkKey(nft: Parameters<typeof nftKey>[0]): string {
  return nftKey(nft).replace('/', ':')
}
