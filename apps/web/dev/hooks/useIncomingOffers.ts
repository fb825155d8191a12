export const useIncomingOffers = () => ({ unseen: 1, markSeen: () => undefined })
