import type { PrivateKeyAccount } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

/** The published development phrase that anvil funds its accounts from. Worth nothing anywhere else. */
const phrase = 'test test test test test test test test test test test junk'

export interface DemoWallet {
  readonly name: string
  readonly account: PrivateKeyAccount | ReturnType<typeof mnemonicToAccount>
}

function wallet(name: string, addressIndex: number): DemoWallet {
  return { name, account: mnemonicToAccount(phrase, { addressIndex }) }
}

/** Who acts in the local world. The deployer owns the escrow and the collections, and is the admin panel's owner. */
export const wallets = {
  deployer: wallet('Owner', 0),
  alice: wallet('Alice', 1),
  bob: wallet('Bob', 2),
  carol: wallet('Carol', 3),
  /** Holds all other NFTs, so that collections have more than three holders. */
  crowd: wallet('Crowd', 4),
} as const
