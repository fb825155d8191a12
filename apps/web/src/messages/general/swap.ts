import { dialog, inline } from '../entry.ts'

/** The swap page: the two sides, the deal, and that its offer was created. */
export const swapMessages = {
  refreshNfts: inline('refresh my NFTs'),
  recipientLabel: inline('RECIPIENT ADDRESS'),
  expirationLabel: inline('EXPIRATION'),
  ownGridTitle: inline("YOUR NFT'S"),
  friendGridTitle: inline("FRIEND'S NFT'S"),
  ownLoading: inline("LOADING NFT'S..."),
  ownEmpty: inline("NO NFT'S FOUND."),
  ownEmptyHint: inline("CONNECT WALLET WITH NFT'S"),
  enterFriend: inline("ENTER FRIEND'S ADDRESS."),
  invalidAddress: inline('INVALID ETH ADDRESS'),
  friendEmpty: inline("NO NFT'S FOUND"),
  friendEmptyHint: inline('TRY DIFFERENT ADDRESS'),
  tileCaption: inline((p: { collection: string; tokenId: bigint }) => `${p.collection} #${p.tokenId}`),
  selected: inline('SELECTED'),
  noImage: inline('No Image'),
  unknownCollection: inline('Unknown Collection'),
  create: inline('CREATE SWAP OFFER'),
  processing: inline('PROCESSING...'),

  addressLength: inline(
    (p: { length: number }) => `An address is 0x and 40 characters; this one has ${Math.max(p.length - 2, 0)}.`,
  ),
  addressCharacters: inline('An address starts with 0x; only 0 to 9 and a to f may follow.'),
  addressChecksum: inline(
    'The capitalisation doesn’t match the checksum: one character is probably wrong. Copy it again.',
  ),
  addressZero: inline('This is the zero address. Nobody holds NFTs there.'),
  addressOwn: inline('This is your own address. Enter that of your friend.'),
  addressEscrow: inline('This is the swap contract itself. Enter the wallet of your friend.'),
  addressCollection: inline('This is the contract of a collection. Enter the wallet of your friend.'),
  contractRecipient: inline(
    'This address is a contract, perhaps a shared wallet. It can accept only if its keepers send transactions from it.',
  ),
  shortOffer: inline('Five minutes are short: your friend has to be here, ready to accept.'),

  successTitle: dialog('Success!'),
  successText: dialog('Your offer was created successfully!'),
  successShare: dialog('Would you like to share this trade offer on Twitter?'),
  successShareButton: dialog('Share on Twitter'),
  successClose: dialog('Close'),
}
