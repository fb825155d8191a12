import { frameText } from '../../text/frame.ts'
import { sameAddress, type Address } from '@parley/domain'
import type { WireEscrowRecord } from '@parley/protocol'
import { formatEther } from 'viem/utils'
import type { ReactNode } from 'react'
import { adminText } from '../../text/admin.ts'
import { slipText } from '../../text/swap.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { useSession } from '../../services/Session.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Line, Lines } from '../../ui/Lines.tsx'
import { shorten } from '../../ui/Address.tsx'
import { Slip } from '../../ui/Slip.tsx'
import type { Panel } from './useOwnerAct.ts'

/** A deployment's facts, read from the contract; counts come from the index. */
export function ContractInfo({ panel, record }: { panel: Panel; record: WireEscrowRecord | undefined }): ReactNode {
  const { config } = useSession()
  const { escrow, state, viewer } = panel
  const coin = (wei: bigint) => `${formatEther(wei)} ${config.nativeCurrency.symbol}`
  const at = config.escrows.findIndex((deployment) => sameAddress(deployment.address, escrow))
  const deployment = config.escrows[at]
  return (
    <Slip
      title={adminText.info}
      stub={<CopyButton text={escrow} label={frameText.copyAddress} doneLabel={frameText.copied} />}
    >
      <Lines>
        <div className="line admin-address">
          <dt>{adminText.address}</dt>
          <dd>
            <ExplorerLink to={{ address: escrow }}>{escrow}</ExplorerLink>
          </dd>
        </div>
        <Line name={adminText.network}>{config.chainName}</Line>
        <Line name={slipText.fee}>{coin(state.feeWei)}</Line>
        <Line name={adminText.ceiling}>{coin(state.maxFeeWei)}</Line>
        <Line name={adminText.balance}>{coin(state.balanceWei)}</Line>
        <Line name={adminText.openOffers}>{record?.openOffers ?? adminText.unknown}</Line>
        <Line name={adminText.nftsHeld}>{record?.nftsHeld ?? adminText.unknown}</Line>
        <Line name={adminText.newOffers}>{state.creationPaused ? adminText.paused : adminText.allowed}</Line>
        <Line name={adminText.owner}>
          <Who address={state.owner} viewer={viewer} nobody={adminText.renounced} />
        </Line>
        <Line name={adminText.pendingOwner}>
          <Who address={state.pendingOwner} viewer={viewer} nobody={adminText.nobody} />
        </Line>
        <Line name={adminText.version}>
          {deployment ? adminText.versionWords(at, config.escrows.length, deployment.fromBlock) : adminText.unknown}
        </Line>
        <Line name={adminText.codeHash}>
          <span title={deployment?.codeHash}>{shorten(deployment?.codeHash ?? '')}</span>
        </Line>
        <Line name={adminText.source}>
          <Source escrow={escrow} />
        </Line>
      </Lines>
    </Slip>
  )
}

function Who({ address, viewer, nobody }: { address: Address | null; viewer: Address; nobody: string }): ReactNode {
  if (address === null) return nobody
  return <ExplorerLink to={{ address }}>{sameAddress(address, viewer) ? adminText.you : shorten(address)}</ExplorerLink>
}

function Source({ escrow }: { escrow: Address }): ReactNode {
  const { explorerUrl } = useSession().config
  if (explorerUrl === null) return adminText.noExplorer
  return (
    <a href={`${explorerUrl}/address/${escrow}#code`} target="_blank" rel="noreferrer">
      {adminText.verify}
    </a>
  )
}
