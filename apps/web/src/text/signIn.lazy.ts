/** Texts of signing in, wherever it is asked for. */
export const signInText = {
  title: 'Sign in with your wallet',
  /** Below it: what it is for on this page. */
  cost: 'Your wallet signs a line of text. That costs nothing, sends nothing to the chain, and doesn’t let anyone move your NFTs.',
  lasts: 'You stay signed in on this browser for seven days, or until you sign out.',
  tables: 'Negotiating is between the two of you, so we have to know that this wallet is yours.',
  signIn: 'Sign in',
  asking: 'Confirm in your wallet',
  out: 'Sign out',
  outEverywhere: 'Sign out everywhere',
  outEverywhereNote: 'Everywhere: on every browser and device where this wallet is signed in.',
  until: 'Signed in until',
  otherWallet: 'Another wallet is signed in on this browser. Signing in with this one ends that.',
  problems: {
    rejected: 'You didn’t sign, so you aren’t signed in.',
    pending: 'Your wallet waits for an answer to an earlier request. Open it and answer that first.',
    wallet: 'Your wallet couldn’t sign this text. Open it, see that it is unlocked, and try again.',
    refused: 'The server didn’t accept the signature. Check which account your wallet uses, and try again.',
    away: 'We can’t reach our server. Try again in a moment.',
    busy: 'Too many attempts. Wait a minute and try again.',
  },
} as const
export type SignInProblem = keyof typeof signInText.problems
