import type { ReactNode } from 'react'
import { emptyTableText, frameText } from '../text/frame.ts'

import type { PortalData } from '../services/Portal.ts'
import { usePageTitle } from '../ui/navigation.ts'
import { EmptyTable } from './EmptyTable.tsx'

const words = emptyTableText

/** The table's placeholder while a remembered wallet reconnects. */
export function TableSetting({ place }: { place: PortalData }): ReactNode {
  usePageTitle(place.pageTitle)
  return (
    <div className="welcome">
      <div className="intro">
        <div>
          <h1>{place.heading.title}</h1>
          <p role="status">{frameText.loading}</p>
        </div>
      </div>
      <EmptyTable label={words.label} slip={emptyTableText.slip} left={words.give} right={words.get} />
    </div>
  )
}
