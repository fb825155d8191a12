import type { WireOwnerAction } from '@parley/protocol'
import { zeroAddress } from 'viem'
import { formatEther } from 'viem/utils'
import type { ReactNode } from 'react'
import { adminText } from '../../text/admin.ts'
import { type Formatter, longDate } from '../../text/format.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { useSession } from '../../services/Session.ts'
import { Empty, Note } from '../../ui/Note.tsx'
import { shorten } from '../../ui/Address.tsx'

interface OwnerLogProps {
  /** Undefined while loading. */
  readonly actions: readonly WireOwnerAction[] | undefined
  readonly failed: boolean
}

/** The owner's actions, public to everyone. */
export function OwnerLog({ actions, failed }: OwnerLogProps): ReactNode {
  const { formatter, config } = useSession()
  return (
    <section className="owner-log" aria-labelledby="owner-log-title">
      <h2 id="owner-log-title">{adminText.logTitle}</h2>
      <p className="muted">{adminText.logHint}</p>
      {failed ? <Note tone="warn">{adminText.logFailed}</Note> : null}
      {actions?.length === 0 ? <Empty title={adminText.logEmpty} /> : null}
      {actions && actions.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{adminText.logTime}</th>
              <th scope="col">{adminText.logDeed}</th>
              <th scope="col">{adminText.logTx}</th>
            </tr>
          </thead>
          <tbody>
            {actions.map((action, index) => (
              // A transaction may contain several actions; the list only grows at the front.
              <tr key={`${action.txHash} ${actions.length - index}`}>
                <td className="num">
                  <time dateTime={action.at}>{longDate(Date.parse(action.at) / 1000)}</time>
                </td>
                <th scope="row">{deedWords(action.deed, formatter, config.nativeCurrency.symbol)}</th>
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

function deedWords(deed: WireOwnerAction['deed'], formatter: Formatter, symbol: string): string {
  const coin = (wei: string) => `${formatEther(BigInt(wei))} ${symbol}`
  switch (deed.kind) {
    case 'feeUpdated':
      return adminText.feeUpdated(coin(deed.oldWei), coin(deed.newWei))
    case 'feesWithdrawn':
      return adminText.feesWithdrawn(coin(deed.amountWei), shorten(deed.to))
    case 'creationPaused':
      return adminText.creationPaused
    case 'creationResumed':
      return adminText.creationResumed
    case 'nftRecovered':
      return adminText.nftRecovered(formatter.nft(deed.contract, BigInt(deed.tokenId)), shorten(deed.to))
    case 'ownershipProposed':
      return deed.to === zeroAddress ? adminText.ownershipWithdrawn : adminText.ownershipProposed(shorten(deed.to))
    case 'ownershipPassed':
      return deed.to === zeroAddress ? adminText.ownershipRenounced : adminText.ownershipPassed(shorten(deed.to))
  }
}
