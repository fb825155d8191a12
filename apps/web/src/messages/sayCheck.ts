import type { ActionFailure } from '../actions/action.ts'
import type { Said } from './entry.ts'
import { say, withExtras } from './say.ts'
import { refusal, trustWords } from './trustWords.ts'
import type { Doing, Wording } from './Wording.ts'

/** The words for a check that failed before anything was sent, or null for failures of a transaction. */
export function sayCheck(doing: Doing, failure: ActionFailure, wording: Wording): Said | null {
  return (
    sayDealCheck(doing, failure, wording) ?? sayOfferCheck(doing, failure, wording) ?? sayWalletCheck(failure, wording)
  )
}

function sayDealCheck(doing: Doing, failure: ActionFailure, { messages, speaker }: Wording): Said | null {
  switch (failure.kind) {
    case 'not-connected':
      return say(messages, notConnectedKey(doing))
    case 'nothing-offered':
      return say(messages, 'selectOwn')
    case 'nothing-requested':
      return say(messages, 'selectFriends')
    case 'bad-coins':
      return refusal('badCoins', trustWords.badCoins)
    case 'coins-only':
      return refusal('coinsOnly', trustWords.coinsOnly)
    case 'too-many':
      return say(messages, 'tooMany')
    case 'nothing-valid':
      return say(messages, failure.side === 'offered' ? 'noValidOwn' : 'noValidFriends')
    case 'bad-recipient':
      return say(messages, 'friendAddress')
    case 'not-in-wallet':
      return say(messages, 'notInWallet', { name: speaker.nft(failure.nft.contract, failure.nft.tokenId) })
    case 'no-contract':
      return say(messages, 'noContract', { contract: failure.contract })
    case 'not-owned':
      return say(messages, 'notOwned', {
        tokenId: failure.nft.tokenId,
        collection: speaker.collection(failure.nft.contract),
        owner: failure.owner,
      })
    case 'ownership-unknown':
      return say(messages, 'ownershipUnknown', {
        tokenId: failure.nft.tokenId,
        collection: speaker.collection(failure.nft.contract),
      })
    case 'other-recipient':
      return say(messages, 'otherRecipient', { typed: failure.typed, found: failure.found })
    case 'not-approved':
      return doing === 'create'
        ? say(messages, 'approveFirst')
        : say(messages, 'approveBeforeAccept', { collections: failure.contracts.map(speaker.collection).join(', ') })
    case 'approval-unknown':
      return say(messages, 'approvalCheckFailed')
    default:
      return null
  }
}

function sayOfferCheck(doing: Doing, failure: ActionFailure, { messages }: Wording): Said | null {
  switch (failure.kind) {
    case 'offer-unknown':
      return doing === 'accept' || doing === 'return' ? say(messages, 'notReceived') : say(messages, 'notSent')
    case 'not-recipient':
      return say(messages, 'notReceived')
    case 'not-creator':
      return say(messages, 'notCreator')
    case 'chain-differs':
      return say(messages, 'chainDiffers')
    case 'unconfirmed':
      return say(messages, 'confirmUnverified', { count: failure.nfts.length })
    default:
      return null
  }
}

function sayWalletCheck(failure: ActionFailure, { messages, speaker }: Wording): Said | null {
  switch (failure.kind) {
    case 'unknown-escrow':
      return refusal('unknownEscrow', trustWords.unknownEscrow(failure.escrow, failure.built.join(', ')))
    case 'fee-changed':
      return refusal('feeChanged', trustWords.feeChanged(speaker.coin(failure.shownWei), speaker.coin(failure.nowWei)))
    case 'no-signer':
      return say(messages, 'reconnect')
    case 'other-network':
      return withExtras(say(messages, 'otherNetwork'), { detail: say(messages, 'otherNetworkDetail').text })
    case 'account-changed':
      return say(messages, 'accountChanged')
    default:
      return null
  }
}

/** Approving is harmless, so a missing wallet gets only a toast. */
function notConnectedKey(doing: Doing): 'connectFirst' | 'walletNotConnected' | 'noWalletConnected' {
  if (doing === 'create') return 'connectFirst'
  return doing === 'approve' || doing === 'revoke' ? 'walletNotConnected' : 'noWalletConnected'
}
