import { describe, vi } from 'vitest'
import { AdvancedApprovals } from '../../src/features/approvals/AdvancedApprovals.tsx'
import ApprovalPanel from '../../src/features/approvals/ApprovalPanel.lazy.tsx'
import type { Approvals, CollectionApproval } from '../../src/features/approvals/useApprovals.ts'
import { DealItems } from '../../src/features/draft/DealItems.tsx'
import { ActionSteps } from '../../src/features/offers/ActionSteps.tsx'
import { OfferAct } from '../../src/features/offers/OfferAct.tsx'
import { useOfferActions, type OfferActionKind } from '../../src/features/offers/useOfferActions.ts'
import SwapPage from '../../src/pages/SwapPage.tsx'
import { NftTile } from '../../src/features/holdings/NftTile.tsx'
import { beginAction } from '../../src/services/transactions.ts'
import { runAction } from '../../src/services/runAction.ts'
import { givenConnectedWallet } from './givenWallet.ts'
import { aliceAt, held, offered, type Known } from './givenLists.ts'
import { alice, bob, dokyo, offerId, type Room } from './room.tsx'
import { says, saysAll } from './says.tsx'

type OfferKind = Exclude<OfferActionKind, 'create'>

function Act({ kind }: { kind: OfferKind }) {
  return <OfferAct kind={kind} offer={offered()} actions={useOfferActions()} />
}

/** An act on Alice's offer is under way. */
function doing(kind: OfferKind): (room: Room) => void {
  return ({ session, show }) => {
    beginAction(session.actions, kind, offerId)
    show(<Act kind={kind} />)
  }
}

describe('given an act on an offer that is under way', () => {
  saysAll(['accepting'], { when: 'it is accepted', scene: doing('accept') })
  saysAll(['cancelling'], { when: 'it is cancelled', scene: doing('cancel') })
  saysAll(['recovering'], { when: 'it is recovered', scene: doing('recover') })
  saysAll(['returning'], { when: 'it is returned', scene: doing('return') })
  saysAll(['sendingHome'], { when: 'it is sent home', scene: doing('sendHome') })
  saysAll(['claiming'], { when: 'what was left is claimed', scene: doing('claim') })
})

function Steps() {
  const { running } = useOfferActions()
  return running ? <ActionSteps action={running} title="" /> : null
}

describe('given a transaction that has not ended', () => {
  saysAll(['transactionUnderWay'], {
    when: 'the same is begun again',
    scene: async (room) => {
      await givenConnectedWallet(room)
      const { session, portal } = room
      const never = Promise.withResolvers<void>()
      const cancel = () => runAction(session, portal, { kind: 'cancel', subject: offerId, run: () => never.promise })
      void cancel()
      await vi.waitUntil(() => session.transactions.of(alice).getState().length === 1, { timeout: 120_000 })
      await cancel()
    },
  })
})

describe('given an offer that is being created', () => {
  const creating = ({ session, show }: Room) => {
    beginAction(session.actions, 'create', null)
    show(<Steps />)
  }
  saysAll(
    [
      'stepValidate',
      'stepOwnership',
      'stepApproval',
      'stepFee',
      'stepSend',
      'stepReceipt',
      'stepOfferId',
      'stepRecord',
      'stepSuccess',
      'stepRefresh',
    ],
    { when: 'its steps are listed', scene: creating },
  )
  saysAll(['processing'], {
    when: 'its button was pressed',
    scene: async (room) => {
      beginAction(room.session.actions, 'create', null)
      await aliceAt(<SwapPage />)(room)
    },
  })
})

const collection: CollectionApproval = {
  contract: dokyo,
  name: 'Dokyo',
  status: 'approved',
  tokenIds: [1n],
  onlyTokens: false,
  someTokens: false,
  inDeal: true,
  signedTogether: false,
  busy: false,
}

/** The advanced section with one collection in it. */
function advanced(changed: Partial<CollectionApproval>): (room: Room) => void {
  const approvals: Approvals = {
    status: 'ready',
    collections: [{ ...collection, ...changed }],
    place: '',
    only: null,
    next: null,
    busy: false,
    approveNext: async () => false,
    approve: async () => false,
    revoke: async () => false,
    refresh: async () => undefined,
  }
  return ({ show }) => show(<AdvancedApprovals approvals={approvals} scopeSaid={false} />)
}

describe('given the approvals', () => {
  saysAll(['approvalPanel', 'approvalSecurity', 'approveNext', 'approvalChecking'], {
    when: 'they are being read',
    scene: ({ show }) => show(<ApprovalPanel unfolded />),
    at: ['general'],
  })
  const holding: Known = { holdings: { [alice]: [held(1n)], [bob]: [] } }
  saysAll(['approvalAdvanced'], {
    when: 'there is something to approve',
    scene: aliceAt(<ApprovalPanel unfolded />, holding),
    at: ['general'],
  })
  const at = ['general'] as const
  saysAll(['approvalScope', 'approved', 'revoke'], { when: 'one is given', scene: advanced({}), at })
  saysAll(['approvalNeeded', 'approve'], { when: 'one is missing', scene: advanced({ status: 'needed' }), at })
  saysAll(['approvalUnreadable'], {
    when: 'the chain does not say',
    scene: advanced({ status: 'unreadable' }),
    at,
  })
  saysAll(['approvalTokenOnly'], {
    when: 'only the NFTs in the deal are approved',
    scene: advanced({ onlyTokens: true }),
    at,
  })
})

describe('given the one approval of a portal that trades one collection', () => {
  const at = ['aso'] as const
  const collection = { collection: 'ASO' }
  says('approvalGiven', { when: 'it is given', scene: aliceAt(<ApprovalPanel />, { approved: 'all' }), at }, collection)
  says('approvalMissing', { when: 'it is missing', scene: aliceAt(<ApprovalPanel />), at }, collection)
  saysAll(['revoke'], { when: 'it is given', scene: aliceAt(<ApprovalPanel />, { approved: 'all' }), at })
  saysAll(['approve'], { when: 'it is missing', scene: aliceAt(<ApprovalPanel />), at })
  saysAll(['approvalChecking'], {
    when: 'it is being read',
    scene: async (room) => {
      await givenConnectedWallet(room)
      room.show(<ApprovalPanel unfolded />)
    },
    at,
  })
})

describe('given a tile that is chosen', () => {
  const tile = ({ show, portal }: Room) =>
    show(
      <NftTile
        nft={held(1n)}
        id="tile"
        lot="A1"
        current={false}
        position={0}
        of={1}
        missingLabel=""
        words={portal.messages}
      />,
    )
  saysAll(['selected'], { when: 'the portal captions its tiles', scene: tile })
  says('tileCaption', { when: 'the portal captions its tiles', scene: tile }, { collection: 'ASO', tokenId: 1n })
})

describe('given an NFT of a contract that is not known', () => {
  saysAll(['unknownCollection'], {
    when: 'it lies in the deal',
    scene: ({ show }) =>
      show(<DealItems title="" nfts={[held(1n, { name: 'Moon', verified: false })]} letter="A" nothing="" />),
  })
})
