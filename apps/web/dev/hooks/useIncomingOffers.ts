export const useIncomingOffers = () => ({ account: null, unseen: 1, open: [], markSeen: () => undefined })
