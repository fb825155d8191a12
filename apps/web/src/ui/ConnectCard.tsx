import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Slip } from './Slip.tsx'
import './ConnectCard.css'

interface ConnectCardProps {
  readonly title: string
  readonly text: ReactNode
  readonly label: string
  readonly connecting: boolean
  readonly onConnect: () => void
  /** Content below the button. */
  readonly also?: ReactNode
}

/** A slip with a single action, for a page that has nothing else to show yet. */
export function ConnectCard({ title, text, label, connecting, onConnect, also }: ConnectCardProps): ReactNode {
  return (
    <div className="connect-card">
      <Slip
        title={title}
        stub={
          <>
            <Button look="stamp" working={connecting} onClick={onConnect}>
              {label}
            </Button>
            {also}
          </>
        }
      >
        <div>{text}</div>
      </Slip>
    </div>
  )
}
