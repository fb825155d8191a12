import { dealMarkPath, product } from '@parley/domain'
import { memo, Suspense, type ReactNode } from 'react'
import { emptyTableText, welcomeText, connectText } from '../text/frame.ts'
import type { PortalData } from '../services/Portal.ts'
import { Button } from '../ui/Button.tsx'
import { DealMark } from '../ui/DealMark.tsx'
import { lazyComponent, lazyOnIdle } from '../ui/lazy.ts'
import { usePageTitle } from '../ui/navigation.ts'
import { Side } from '../ui/Side.tsx'
import { Slip } from '../ui/Slip.tsx'
import { TableTop } from '../ui/TableTop.tsx'
import './Welcome.css'

// Below the fold.
const CollectionList = lazyOnIdle(() => import('./CollectionList.tsx'))
/** The server has it from the start. */
export const LazyPrints = lazyComponent<SideProps>(async () => ({
  default: (await import('./CollectionList.tsx')).ExamplePrints,
}))

const words = welcomeText
const productMark = dealMarkPath(product.slug)

interface WelcomeProps {
  readonly place: PortalData
  readonly connecting: boolean
  readonly onConnect: () => void
}

/** A portal's landing view without a wallet. Needs no wallet code, so it renders at once. */
export function Welcome({ place, connecting, onConnect }: WelcomeProps): ReactNode {
  const { welcome } = place
  usePageTitle(place.pageTitle)
  return (
    <div className="welcome">
      <div className="intro">
        <div>
          <h1>{welcome.title}</h1>
          <p>{welcome.text}</p>
        </div>
      </div>
      <TableTop label={emptyTableText.label}>
        <Side place="left" title={words.yours} count={null}>
          <Places place={place} side="left" label={words.yoursPlace} />
        </Side>
        <Slip
          title={words.slipTitle}
          mark={<DealMark path={productMark} />}
          stub={
            <>
              <Button look="stamp" working={connecting} onClick={onConnect}>
                {connecting ? connectText.connecting : connectText.connectWallet}
              </Button>
              <p className="slip-fine">{words.fine}</p>
            </>
          }
        >
          <p>{words.slipText}</p>
        </Slip>
        <Side place="right" title={words.theirs} count={null}>
          <Places place={place} side="right" label={words.theirsPlace} />
        </Side>
      </TableTop>
      <ol className="points">
        {welcome.points.map((point) => (
          <li key={point.title}>
            <h2>{point.title}</h2>
            <p>{point.text}</p>
          </li>
        ))}
      </ol>
      <CollectionList place={place} prices />
    </div>
  )
}

interface SideProps {
  readonly place: PortalData
  readonly side: 'left' | 'right'
}

interface PlacesProps extends SideProps {
  readonly label: string
}

/** Where the prints of a side will lie. Two examples fill the first places once they have loaded. */
function Places({ place, side, label }: PlacesProps): ReactNode {
  return (
    <div className="welcome-places">
      <ExamplePrints place={place} side={side} />
      <span className="welcome-place">{label}</span>
    </div>
  )
}

/** A drawn document's prints stay until their code loads. An update before that would empty their places, so this is memoized. */
const ExamplePrints = memo(function ExamplePrints(props: SideProps): ReactNode {
  const empty = <span className="welcome-place" />
  return (
    <Suspense
      fallback={
        <>
          {empty}
          {empty}
        </>
      }
    >
      <LazyPrints {...props} />
    </Suspense>
  )
})
