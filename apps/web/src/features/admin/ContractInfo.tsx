import { sameAddress, type Address } from '@parley/domain'
import type { WireEscrowRecord } from '@parley/protocol'
import { formatEther } from 'viem/utils'
import type { ReactNode } from 'react'
import { adminWords } from '../../messages/adminWords.ts'
import { screenWords } from '../../messages/screenWords.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { useSession } from '../../services/Session.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Line, Lines } from '../../ui/Lines.tsx'
import { shorten } from '../../ui/shorten.ts'
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
      title={adminWords.info}
      stub={<CopyButton text={escrow} label={screenWords.wallet.copyAddress} doneLabel={adminWords.copied} />}
    >
      <Lines>
        <div className="line admin-address">
          <dt>{adminWords.address}</dt>
          <dd>
            <ExplorerLink to={{ address: escrow }}>{escrow}</ExplorerLink>
          </dd>
        </div>
        <Line name={adminWords.network}>{config.chainName}</Line>
        <Line name={adminWords.fee}>{coin(state.feeWei)}</Line>
        <Line name={adminWords.ceiling}>{coin(state.maxFeeWei)}</Line>
        <Line name={adminWords.balance}>{coin(state.balanceWei)}</Line>
        <Line name={adminWords.openOffers}>{record?.openOffers ?? adminWords.unknown}</Line>
        <Line name={adminWords.nftsHeld}>{record?.nftsHeld ?? adminWords.unknown}</Line>
        <Line name={adminWords.newOffers}>{state.creationPaused ? adminWords.paused : adminWords.allowed}</Line>
        <Line name={adminWords.owner}>
          <Who address={state.owner} viewer={viewer} nobody={adminWords.renounced} />
        </Line>
        <Line name={adminWords.pendingOwner}>
          <Who address={state.pendingOwner} viewer={viewer} nobody={adminWords.nobody} />
        </Line>
        <Line name={adminWords.version}>
          {deployment ? adminWords.versionWords(at, config.escrows.length, deployment.fromBlock) : adminWords.unknown}
        </Line>
        <Line name={adminWords.codeHash}>
          <span title={deployment?.codeHash}>{shorten(deployment?.codeHash ?? '')}</span>
        </Line>
        <Line name={adminWords.source}>
          <Source escrow={escrow} />
        </Line>
      </Lines>
    </Slip>
  )
}

function Who({ address, viewer, nobody }: { address: Address | null; viewer: Address; nobody: string }): ReactNode {
  if (address === null) return nobody
  return (
    <ExplorerLink to={{ address }}>{sameAddress(address, viewer) ? adminWords.you : shorten(address)}</ExplorerLink>
  )
}

function Source({ escrow }: { escrow: Address }): ReactNode {
  const { explorerUrl } = useSession().config
  if (explorerUrl === null) return adminWords.noExplorer
  return (
    <a href={`${explorerUrl}/address/${escrow}#code`} target="_blank" rel="noreferrer">
      {adminWords.verify}
    </a>
  )
}
