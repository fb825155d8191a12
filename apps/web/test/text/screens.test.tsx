import { fireEvent, screen } from '@testing-library/react'
import { describe } from 'vitest'
import { CreatedDialog } from '../../src/features/draft/CreatedDialog.tsx'
import type { OfferList } from '../../src/features/offers/useOfferList.ts'
import { OfferListFrame } from '../../src/features/offers/OfferListFrame.tsx'
import OfferPage from '../../src/pages/OfferPage.tsx'
import PendingTradesPage from '../../src/pages/PendingTradesPage.tsx'
import StatsPage from '../../src/pages/StatsPage.tsx'
import SwapPage from '../../src/pages/SwapPage.tsx'
import { StaticWallet } from '../../src/app/StaticWallet.tsx'
import { abandoned, aliceAt, held, offered, ranOut, toAlice, type Known } from './givenLists.ts'
import { alice, bob, escrow, offerId, type Room } from './room.tsx'
import { says, saysAll } from './says.tsx'

const atTable = (known?: Known) => aliceAt(<SwapPage />, known)
const atOffer = (known: Known) => aliceAt(<OfferPage idText={offerId} />, known)

function forFriend(holdings: Known['holdings'] = {}): (room: Room) => Promise<void> {
  return async (room) => {
    room.session.drafts.of(room.portal.key).setState({ recipientText: bob, debouncedText: bob })
    await atTable({ holdings })(room)
  }
}

describe('given the table of a visitor without a wallet', () => {
  saysAll(['connectWallet'], { when: 'the page opens', scene: ({ show }) => show(<SwapPage />) })
  saysAll(['connecting'], {
    when: 'the wallet is being asked',
    scene: ({ show }) => show(<StaticWallet connecting onConnect={() => undefined} onHint={() => undefined} />),
  })
})

describe('given the table of an empty wallet', () => {
  saysAll(
    [
      'connectedBadge',
      'refreshNfts',
      'recipientLabel',
      'expirationLabel',
      'ownGridTitle',
      'friendGridTitle',
      'ownEmpty',
      'ownEmptyHint',
      'enterFriend',
      'create',
    ],
    { when: 'the wallet is connected', scene: atTable() },
  )
  saysAll(['friendEmpty', 'friendEmptyHint'], {
    when: 'the friend holds nothing either',
    scene: forFriend({ [bob]: [] }),
  })
  saysAll(['ownLoading'], {
    when: 'the NFTs of a friend are being read',
    scene: forFriend(),
  })
  saysAll(['shortOffer'], {
    when: 'the offer is to stand for five minutes',
    scene: async (room) => {
      await atTable()(room)
      fireEvent.change(await screen.findByRole('combobox'), { target: { value: '5' } })
    },
  })
  saysAll(['noImage'], {
    when: 'a picture does not come, nor the second time',
    scene: async (room) => {
      await atTable({ sent: [offered()] })(room)
      for (const _ of ['first', 'again']) fireEvent.error(await screen.findByAltText('ASO #1'))
    },
  })
})

describe('given the lists of offers', () => {
  saysAll(['sentTitle', 'sentEmpty', 'syncOffers', 'receivedTitle', 'receivedEmpty', 'expiredTitle'], {
    when: 'there are none',
    scene: atTable(),
  })
  saysAll(['expiredEmpty'], {
    when: 'none ran out, and the section is opened',
    scene: async (room) => {
      await atTable()(room)
      fireEvent.click(await screen.findByText(room.portal.messages.expiredTitle))
    },
  })
  saysAll(['cancelOffer', 'ticketDetails'], { when: 'one was sent', scene: atTable({ sent: [offered()] }) })
  saysAll(['forYour'], {
    when: 'one was received',
    scene: atTable({ received: [offered(toAlice)] }),
    at: ['aso'],
  })
  saysAll(['acceptTrade'], { when: 'one was received', scene: atTable({ received: [offered(toAlice)] }) })
  saysAll(['returnExpired'], {
    when: 'a received one ran out',
    scene: atTable({ received: [offered({ ...toAlice, ...ranOut })] }),
  })
  saysAll(['expiredRow', 'recoverNfts'], {
    when: 'a sent one ran out',
    scene: atTable({ sent: [offered(ranOut)] }),
  })
  saysAll(['sendHome'], {
    when: 'a sent one ran out more than 30 days ago',
    scene: atTable({ sent: [offered(abandoned)] }),
  })
  saysAll(['stillInEscrow', 'claimReturned'], {
    when: 'the escrow still holds something of a closed one',
    scene: atTable({
      sent: [
        offered({
          settlement: { kind: 'cancelled', by: alice, txHash: null, atS: null },
          unreturned: [{ contract: held(1n).contract, tokenId: 1n }],
        }),
      ],
    }),
  })
  says(
    'overflow',
    {
      when: 'a side has more than four',
      scene: atTable({ sent: [offered({ offered: [1n, 2n, 3n, 4n, 5n, 6n].map((id) => held(id)) })] }),
    },
    { count: 2 },
  )
  saysAll(['displayError'], {
    when: 'one cannot be drawn',
    scene: atTable({ sent: [{ ...offered(), offered: JSON.parse('null') }] }),
  })
  saysAll(['listFromChain'], {
    when: 'the server is away',
    scene: async (room) => {
      await atTable()(room)
      for (const role of ['sent', 'received'])
        room.session.queries.setQueryData(['offers', role, alice], { offers: [], source: 'chain' })
    },
  })
  const lagging: OfferList = {
    status: 'ready',
    offers: [],
    doubt: { kind: 'lags', blocks: 200 },
    refreshing: false,
    refresh: async () => undefined,
  }
  says(
    'listLags',
    {
      when: 'the index is far behind the chain',
      scene: ({ show }) =>
        show(
          <OfferListFrame list={lagging} emptyText="">
            {null}
          </OfferListFrame>,
        ),
    },
    { blocks: 200 },
  )
  saysAll(['listKept'], {
    when: 'neither server nor chain can be read, and something was known before',
    scene: async (room) => {
      await atTable()(room)
      room.session.queries.setQueryData(['offers', 'sent', alice], { offers: [], source: 'memory' })
    },
  })
  saysAll(['listError'], {
    when: 'neither server nor chain can be read',
    scene: async (room) => {
      await atTable()(room)
      room.session.queries.removeQueries({ queryKey: ['offers'] })
      await room.session.queries.resetQueries({ queryKey: ['offers', 'received'] })
      room.show(null)
      room.show(<SwapPage />)
    },
  })
})

describe('given My Pending Trades', () => {
  saysAll(['pendingTitle', 'pendingRefresh', 'pendingCreate'], {
    when: 'the page opens',
    scene: aliceAt(<PendingTradesPage />),
  })
  says('pendingActive', { when: 'there are none', scene: aliceAt(<PendingTradesPage />) }, { count: 0 })
  says('pendingCompleted', { when: 'there are none', scene: aliceAt(<PendingTradesPage />) }, { count: 0 })
})

describe('given an offer’s own page', () => {
  saysAll(['offerOffering', 'offerRequesting', 'offerCancel'], {
    when: 'its creator looks',
    scene: atOffer({ sent: [offered()] }),
    at: ['detail'],
  })
  saysAll(['offerAccept'], {
    when: 'its recipient looks',
    scene: atOffer({ received: [offered(toAlice)] }),
    at: ['detail'],
  })
  saysAll(['offerNotOwner'], {
    when: 'its recipient no longer holds what it asks for',
    scene: atOffer({ received: [offered(toAlice)], requestedHeldBy: bob }),
    at: ['detail'],
  })
  const strangers = offered({ creator: bob, recipient: escrow })
  saysAll(['offerNotOwner'], { when: 'a stranger looks', scene: atOffer({ received: [strangers] }), at: ['detail'] })
  says(
    'offerForOther',
    {
      when: 'somebody else holds what it asks for',
      scene: atOffer({ received: [strangers], requestedHeldBy: alice }),
      at: ['detail'],
    },
    { recipient: '0x5FbD…0aa3' },
  )
  const closed = offered({ settlement: { kind: 'cancelled', by: alice, txHash: null, atS: null } })
  saysAll(['offerOthers'], { when: 'it is closed', scene: atOffer({ sent: [closed] }), at: ['detail'] })
  says(
    'offerInactive',
    { when: 'it is closed', scene: atOffer({ sent: [closed] }), at: ['detail'] },
    { outcome: 'cancelled' },
  )
})

describe('given Trade Stats', () => {
  saysAll(['statsTitle', 'statsTotal', 'statsInDay', 'statsUpdated', 'statsNote'], {
    when: 'no wallet is connected',
    scene: ({ show }) => show(<StatsPage />),
  })
})

describe('given an offer that was created', () => {
  saysAll(['successTitle', 'successText', 'successShare', 'successShareButton', 'successClose'], {
    when: 'the dialog opens',
    scene: ({ show }) => show(<CreatedDialog offerId={offerId} onClose={() => undefined} />),
  })
})
