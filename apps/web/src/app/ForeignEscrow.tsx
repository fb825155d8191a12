import { useEffect, type ReactNode } from 'react'
import { foreignEscrowText } from '../text/transactions.ts'
import { useSession } from '../services/Session.ts'
import { checkForNewBuild } from '../ui/deployment.ts'
import { Note } from '../ui/Note.tsx'

/** Says that the server names an escrow that the page was not built for (decision Z1). A newer page may know it. */
export default function ForeignEscrow(): ReactNode {
  const { foreign } = useSession()
  useEffect(() => void checkForNewBuild(), [])
  return (
    <Note tone="bad" role="alert">
      <b>{foreignEscrowText.title}</b> {foreignEscrowText.text(foreign.join(', '))}
    </Note>
  )
}
