import type { WireOwnerAction } from '@parley/protocol'
import { zeroAddress } from 'viem'
import { formatEther } from 'viem/utils'
import type { ReactNode } from 'react'
import { adminWords } from '../../messages/adminWords.ts'
import type { Speaker } from '../../messages/Speaker.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { useSession } from '../../services/Session.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Note } from '../../ui/Note.tsx'
import { shorten } from '../../ui/shorten.ts'
import { longDate } from '../../messages/timeWords.ts'

interface OwnerLogProps {
  /** Undefined while loading. */
  readonly actions: readonly WireOwnerAction[] | undefined
  readonly failed: boolean
}

/** The owner's actions, public to everyone. */
export function OwnerLog({ actions, failed }: OwnerLogProps): ReactNode {
  const { speaker, config } = useSession()
  return (
    <section className="owner-log" aria-labelledby="owner-log-title">
      <h2 id="owner-log-title">{adminWords.logTitle}</h2>
      <p className="muted">{adminWords.logHint}</p>
      {failed ? <Note tone="warn">{adminWords.logFailed}</Note> : null}
      {actions?.length === 0 ? <Empty title={adminWords.logEmpty} /> : null}
      {actions && actions.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{adminWords.logTime}</th>
              <th scope="col">{adminWords.logDeed}</th>
              <th scope="col">{adminWords.logTx}</th>
            </tr>
          </thead>
          <tbody>
            {actions.map((action, index) => (
              // A transaction may contain several actions; the list only grows at the front.
              <tr key={`${action.txHash} ${actions.length - index}`}>
                <td className="num">
                  <time dateTime={action.at}>{longDate(Date.parse(action.at) / 1000)}</time>
                </td>
                <th scope="row">{deedWords(action.deed, speaker, config.nativeCurrency.symbol)}</th>
                <td className="num">
                  <ExplorerLink to={{ tx: action.txHash }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  )
}

function deedWords(deed: WireOwnerAction['deed'], speaker: Speaker, symbol: string): string {
  const coin = (wei: string) => `${formatEther(BigInt(wei))} ${symbol}`
  switch (deed.kind) {
    case 'feeUpdated':
      return adminWords.feeUpdated(coin(deed.oldWei), coin(deed.newWei))
    case 'feesWithdrawn':
      return adminWords.feesWithdrawn(coin(deed.amountWei), shorten(deed.to))
    case 'creationPaused':
      return adminWords.creationPaused
    case 'creationResumed':
      return adminWords.creationResumed
    case 'nftRecovered':
      return adminWords.nftRecovered(speaker.nft(deed.contract, BigInt(deed.tokenId)), shorten(deed.to))
    case 'ownershipProposed':
      return deed.to === zeroAddress ? adminWords.ownershipWithdrawn : adminWords.ownershipProposed(shorten(deed.to))
    case 'ownershipPassed':
      return deed.to === zeroAddress ? adminWords.ownershipRenounced : adminWords.ownershipPassed(shorten(deed.to))
  }
}
