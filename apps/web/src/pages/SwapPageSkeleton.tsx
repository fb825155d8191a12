import type { ReactNode } from 'react'
import { emptyTableText, frameText } from '../text/frame.ts'
import type { PortalData } from '../services/Portal.ts'
import { usePageTitle } from '../ui/navigation.ts'
import { Side } from '../ui/Side.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Slip } from '../ui/Slip.tsx'
import { TableTop } from '../ui/TableTop.tsx'
import './Welcome.css'

const words = emptyTableText

/** The table's placeholder while a remembered wallet reconnects. */
export function SwapPageSkeleton({ place }: { place: PortalData }): ReactNode {
  usePageTitle(place.pageTitle)
  return (
    <div className="welcome">
      <div className="intro">
        <div>
          <h1>{place.heading.title}</h1>
          <p role="status">{frameText.loading}</p>
        </div>
      </div>
      <TableSkeleton label={words.label} slip={emptyTableText.slip} left={words.give} right={words.get} />
    </div>
  )
}

interface EmptyTableProps {
  readonly label: string
  readonly slip: string
  readonly left: string
  readonly right: string
}

const lines = [9, 12, 10, 12, 8]
const places = ['first', 'second', 'third']

/** Placeholder of the table while loading. */
export function TableSkeleton({ label, slip, left, right }: EmptyTableProps): ReactNode {
  return (
    <TableTop label={label}>
      <Side place="left" title={left} count={null}>
        <Places />
      </Side>
      <Slip title={slip} stub={<span className="skeleton setting-stub" />}>
        <div className="setting-lines">
          {lines.map((widthEm, at) => (
            <Skeleton key={`${at} ${widthEm}`} widthEm={widthEm} />
          ))}
        </div>
      </Slip>
      <Side place="right" title={right} count={null}>
        <Places />
      </Side>
    </TableTop>
  )
}

function Places(): ReactNode {
  return (
    <div className="welcome-places" aria-hidden="true">
      {places.map((place) => (
        <span key={place} className="welcome-place" />
      ))}
    </div>
  )
}
