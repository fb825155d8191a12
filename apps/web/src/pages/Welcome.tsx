import { product } from '@parley/domain'
import type { ReactNode } from 'react'
import { walletMessages } from '../messages/general/wallet.ts'
import { screenWords } from '../messages/screenWords.ts'
import { Button } from '../ui/Button.tsx'
import { DealMark } from '../ui/DealMark.tsx'
import { usePageTitle } from '../ui/pageTitle.ts'
import { Side } from '../ui/Side.tsx'
import { Slip } from '../ui/Slip.tsx'
import { TableTop } from '../ui/TableTop.tsx'
import './Welcome.css'

const words = screenWords.welcome

/** The main page without a wallet: the table is set, and there is one thing to do. Knows nothing of wallets itself, so it is on screen at once. */
export function Welcome({ connecting, onConnect }: { connecting: boolean; onConnect: () => void }): ReactNode {
  usePageTitle(screenWords.pages.swapTitle)
  return (
    <div className="welcome">
      <div className="intro">
        <div>
          <h1>{words.title}</h1>
          <p>{words.lead}</p>
        </div>
      </div>
      <TableTop label={screenWords.table.label}>
        <Side place="left" title={words.yours} count={null}>
          <EmptyPlaces label={words.yoursPlace} />
        </Side>
        <Slip
          title={words.slipTitle}
          mark={<DealMark seed={product.slug} />}
          stub={
            <>
              <Button look="stamp" working={connecting} onClick={onConnect}>
                {connecting ? walletMessages.connecting.text : walletMessages.connectWallet.text}
              </Button>
              <p className="slip-fine">{words.fine}</p>
            </>
          }
        >
          <p>{words.slipText}</p>
        </Slip>
        <Side place="right" title={words.theirs} count={null}>
          <EmptyPlaces label={words.theirsPlace} />
        </Side>
      </TableTop>
      <ol className="points">
        {words.points.map((point) => (
          <li key={point.title}>
            <h2>{point.title}</h2>
            <p>{point.text}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Where prints are going to lie. */
function EmptyPlaces({ label }: { label: string }): ReactNode {
  return (
    <div className="welcome-places">
      <span className="welcome-place">{label}</span>
      <span className="welcome-place" aria-hidden="true" />
      <span className="welcome-place" aria-hidden="true" />
    </div>
  )
}
