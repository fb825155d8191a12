/** Where something is missing. */
export const missingText = {
  noImage: 'No Image',
  unknownCollection: 'Unknown Collection',
}

/** The swap page: the two sides, the deal, and that its offer was created. */
export const swapMessages = {
  refreshNfts: 'refresh my NFTs',
  recipientLabel: 'RECIPIENT ADDRESS',
  expirationLabel: 'EXPIRATION',
  ownGridTitle: "YOUR NFT'S",
  friendGridTitle: "FRIEND'S NFT'S",
  ownLoading: "LOADING NFT'S...",
  ownEmpty: "NO NFT'S FOUND.",
  ownEmptyHint: "CONNECT WALLET WITH NFT'S",
  enterFriend: "ENTER FRIEND'S ADDRESS.",
  invalidAddress: 'INVALID ETH ADDRESS',
  friendEmpty: "NO NFT'S FOUND",
  friendEmptyHint: 'TRY DIFFERENT ADDRESS',
  tileCaption: (p: { collection: string; tokenId: bigint }) => `${p.collection} #${p.tokenId}`,
  selected: 'SELECTED',
  ...missingText,
  create: 'CREATE SWAP OFFER',
  processing: 'PROCESSING...',

  addressLength: (p: { length: number }) =>
    `An address is 0x and 40 characters; this one has ${Math.max(p.length - 2, 0)}.`,
  addressCharacters: 'An address starts with 0x; only 0 to 9 and a to f may follow.',
  addressChecksum: 'The capitalisation doesn’t match the checksum: one character is probably wrong. Copy it again.',
  addressZero: 'This is the zero address. Nobody holds NFTs there.',
  addressOwn: 'This is your own address. Enter that of your friend.',
  addressEscrow: 'This is the swap contract itself. Enter the wallet of your friend.',
  addressCollection: 'This is the contract of a collection. Enter the wallet of your friend.',
  contractRecipient:
    'This address is a contract, perhaps a shared wallet. It can accept only if its keepers send transactions from it.',
  shortOffer: 'Five minutes are short: your friend has to be here, ready to accept.',

  successTitle: 'Success!',
  successText: 'Your offer was created successfully!',
  successShare: 'Would you like to share this trade offer on Twitter?',
  successShareButton: 'Share on Twitter',
  successClose: 'Close',
}

/** The ten steps of creating an offer, as the page lists them; other flows have some of them. */
export const stepMessages = {
  stepValidate: 'Checking the deal',
  stepOwnership: 'Checking who owns the NFTs',
  stepApproval: 'Checking approvals',
  stepFee: 'Reading the platform fee',
  stepSend: 'Waiting for your wallet',
  stepReceipt: 'Waiting for the network',
  stepOfferId: "Reading the offer's id",
  stepRecord: 'Saving the offer',
  stepSuccess: 'Done',
  stepRefresh: 'Refreshing your lists',
}

/** The slip of a deal. */
export const slipText = {
  steps: 'What happens now',
  to: 'To',
  nothing: 'Nothing yet',
  fee: 'Platform fee',
  feeAssumed: 'assumed, not read yet',
  network: 'Network fee (est.)',
  total: 'Total',
  totalFeeOnly: 'Fee, plus network',
  youPay: 'You pay',
  youReceive: 'You receive',
} as const

/** Names a slip's list of items. Apart from `slipText`, which an offer's first view doesn't load. */
export const slipListLabel = 'Every item of the deal'

/** Marks on an NFT. */
export const gridText = {
  verified: 'Verified collection',
  unverified: 'Unverified contract',
  inEscrow: 'In escrow',
  details: (name: string) => `Details of ${name}`,
} as const

/** The connected wallet. */
export const accountText = {
  account: 'Connected wallet',
  disconnect: 'Disconnect',
  balance: 'Balance',
  connectedWith: (name: string) => `Connected with ${name}`,
} as const

/** Notifications of new offers. */
export const offerAlertsText = {
  label: 'Tell me when an offer comes',
  title: 'An offer for you',
  body: (from: string, offered: number, requested: number) =>
    `${from} gives ${offered} ${offered === 1 ? 'NFT' : 'NFTs'} for ${requested} of yours.`,
} as const
