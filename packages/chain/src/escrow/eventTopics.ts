/** The first topics of events that pages read: the ABI of all three creations would weigh too much. A test holds them against it. */
export const creationTopics = [
  // SwapOfferCreated, MultiSwapOfferCreated, SwapOfferWithCoinsCreated
  '0xcde2e6f105022f3505487183da947cdd99c4578c85b63d26198028208717fa1b',
  '0xfdb03f3cc1bc18269b4e963c475683022536be42a8fa979af9ed0adbed94c692',
  '0x43e9cea4264f45611a208cb4c43fb46c87a279f68c7b8c36a7f1c85430961cf4',
] as const

export const returnFailedTopic = '0x94e88e5949d25187712ffb781a7dcd67b901bfb6205e5c0d3f4b300577fe2928'
export const returnClaimedTopic = '0x66e831a974163924f9706157c00425248e9aac0d5aceff24179939b886f36f5a'
