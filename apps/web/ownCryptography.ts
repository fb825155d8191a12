import type { Plugin } from 'vite'

const mark = '?wallet-connect'

/**
 * Gives WalletConnect its own copy of the cryptography that viem uses. A module lies in one chunk with all that anyone uses
 * of it, so a shared copy would make every page load what only wallets on phones need.
 */
export function ownCryptography(): Plugin {
  return {
    name: 'own-cryptography',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer) return null
      // By which viem recovers signers: only WalletConnect asks it to.
      const theirs =
        importer.endsWith(mark) || importer.includes('/@walletconnect/') || source === '@noble/curves/secp256k1'
      if (!theirs) return null
      const found = await this.resolve(source, importer.replace(mark, ''), { skipSelf: true })
      return found?.id.includes('/@noble/') ? found.id + mark : null
    },
  }
}
