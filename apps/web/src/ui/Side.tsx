import type { ReactNode } from 'react'

interface SideProps {
  readonly place: 'left' | 'right'
  readonly title: string
  readonly count: ReactNode
  readonly children: ReactNode
  /** Content at the front edge of this side, below a rule. */
  readonly fold?: ReactNode
}

/** One side of the table: its owner and their items. */
export function Side({ place, title, count, children, fold }: SideProps): ReactNode {
  return (
    <div className={`side side-${place}`}>
      <div>
        <div className="side-head">
          <h2>{title}</h2>
          <span className="num">{count}</span>
        </div>
        {children}
      </div>
      {fold ? (
        <div className="fold">
          <div className="fold-in">{fold}</div>
        </div>
      ) : null}
    </div>
  )
}
