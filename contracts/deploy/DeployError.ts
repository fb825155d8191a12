/** Why nothing was deployed, or why what was deployed is not to be used. */
export type DeployErrorCode =
  | 'bad-argument'
  | 'no-key'
  | 'plain-owner'
  | 'no-contact'
  | 'bad-keystore'
  | 'wrong-password'
  | 'unreachable'
  | 'wrong-chain'
  | 'too-little-coin'
  | 'declined'
  | 'reverted'
  | 'other-code'
  | 'verification-failed'

/** Carries a sentence for the person at the terminal, since that is where it ends. */
export class DeployError extends Error {
  readonly code: DeployErrorCode
  constructor(code: DeployErrorCode, sentence: string) {
    super(sentence)
    this.code = code
  }
}
