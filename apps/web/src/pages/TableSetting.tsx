import type { ReactNode } from 'react'
import { screenWords } from '../messages/screenWords.ts'
import type { PortalData } from '../session/Portal.ts'
import { usePageTitle } from '../ui/pageTitle.ts'
import { Side } from '../ui/Side.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Slip } from '../ui/Slip.tsx'
import { TableTop } from '../ui/TableTop.tsx'
import './Welcome.css'

const words = screenWords.table
const lines = [9, 12, 10, 12, 8]

/** The table while a remembered wallet is coming: everything in its place, and nothing on it yet. */
export function TableSetting({ place }: { place: PortalData }): ReactNode {
  usePageTitle(place.pageTitle)
  return (
    <div className="welcome">
      <div className="intro">
        <div>
          <h1>{place.heading.title}</h1>
          <p role="status">{screenWords.frame.loading}</p>
        </div>
      </div>
      <TableTop label={words.label}>
        <Side place="left" title={words.give} count={null}>
          <Places />
        </Side>
        <Slip title={screenWords.slip.title} stub={<span className="skeleton setting-stub" />}>
          <div className="setting-lines">
            {lines.map((widthEm, at) => (
              <Skeleton key={`${at} ${widthEm}`} widthEm={widthEm} />
            ))}
          </div>
        </Slip>
        <Side place="right" title={words.get} count={null}>
          <Places />
        </Side>
      </TableTop>
    </div>
  )
}

function Places(): ReactNode {
  return (
    <div className="welcome-places" aria-hidden="true">
      <span className="welcome-place" />
      <span className="welcome-place" />
      <span className="welcome-place" />
    </div>
  )
}
