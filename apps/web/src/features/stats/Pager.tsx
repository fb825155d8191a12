import type { ReactNode } from 'react'
import { statsText } from '../../text/stats.ts'
import { Button } from '../../ui/Button.tsx'

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** Pagination; renders nothing for a single page. */
export function Pager({ page, pages, onPage }: PagerProps): ReactNode {
  if (pages <= 1) return null
  return (
    <nav className="pager" aria-label={statsText.list}>
      <Button sentence icon="left" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {statsText.previous}
      </Button>
      <span className="num" role="status">
        {statsText.pageOf(page, pages)}
      </span>
      <Button sentence disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {statsText.next}
      </Button>
    </nav>
  )
}
