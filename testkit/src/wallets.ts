import { pbkdf2Sync } from 'node:crypto'
import { HDKey, hdKeyToAccount, type HDAccount } from 'viem/accounts'

/** The published development phrase that anvil funds its accounts from. Worth nothing anywhere else. */
const phrase = 'test test test test test test test test test test test junk'

export interface DemoWallet {
  readonly name: string
  readonly account: HDAccount
}

/** BIP-39's key stretching, by OpenSSL. In JavaScript it took half a second of each process that has wallets. */
const masterKey = HDKey.fromMasterSeed(pbkdf2Sync(phrase, 'mnemonic', 2_048, 64, 'sha512'))

/** An account that every local chain funds. */
export function localAccount(addressIndex: number): HDAccount {
  return hdKeyToAccount(masterKey, { addressIndex })
}

function wallet(name: string, addressIndex: number): DemoWallet {
  return { name, account: localAccount(addressIndex) }
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
