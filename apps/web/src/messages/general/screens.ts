import type { OfferOutcome } from '@parley/domain'
import { inline, toast } from '../entry.ts'

const closedWords: Readonly<Record<OfferOutcome, string>> = {
  completed: 'This swap is complete.',
  cancelled: 'This offer was cancelled.',
  returned: 'This offer expired and was returned.',
}

/** The other screens: voice, pending trades, details, stats, admin. */
export const screenMessages = {
  voiceTitle: inline('VOICE CHAT'),
  voiceJoin: inline('🎤 JOIN CALL'),
  voiceConnected: inline('CONNECTED'),
  voiceMute: inline('MUTE'),
  voiceUnmute: inline('UNMUTE'),
  voiceLeave: inline('LEAVE'),
  voiceShare: inline('Share this page link with others to talk'),
  voiceDenied: toast('Microphone', 'Microphone access denied. Please allow microphone access to use voice chat.'),

  pendingTitle: inline('My Pending Trades'),
  pendingActive: inline((p: { count: number }) => `Active(${p.count})`),
  pendingCompleted: inline((p: { count: number }) => `Completed(${p.count})`),
  pendingRefresh: inline('Refresh'),
  pendingCreate: inline('Create New'),
  pendingDetails: inline('View Details'),

  detailOffering: inline('Offering'),
  detailRequesting: inline('Requesting'),
  detailCancel: inline('Cancel This Offer'),
  detailAccept: inline('Accept This Offer'),
  detailNotOwner: inline("you don't own the requested NFT"),
  detailForOther: inline((p: { recipient: string }) => `This offer is for ${p.recipient}`),
  detailOthers: inline('View Other Offers'),
  detailInactive: inline((p: { outcome: OfferOutcome }) => closedWords[p.outcome]),

  statsTitle: inline('Trade Stats'),
  statsTotal: inline('Total Trades Completed'),
  statsDay: inline('Trades Last 24 Hours'),
  statsUpdated: inline('Last Updated'),
  statsNote: inline('Stats update every 4 hours and may include synthetic data.'),

  adminOwner: inline('Owner'),
  adminNotOwner: inline('Not Owner'),
}
