import { connect } from 'wagmi/actions'
import { alice, type Room } from './room.tsx'

/** What a wallet answers, by the method that it is asked. An error is what it throws. */
export type WalletAnswers = Readonly<Record<string, unknown>>

/** An error as wallets throw it. */
export function walletError(code: number, message = 'no'): Error {
  return Object.assign(new Error(message), { code })
}

const willing: WalletAnswers = {
  eth_requestAccounts: [alice],
  eth_accounts: [alice],
  eth_chainId: '0xa86a',
  // What it does not say, it does not say wrongly: only an answer shows another network.
  eth_getCode: walletError(-32601),
  wallet_requestPermissions: [{ parentCapability: 'eth_accounts' }],
}

/** Installs a wallet that isn't announced by EIP-6963: the page finds it as `window.ethereum`. */
export function givenWallet(answers: WalletAnswers = {}): void {
  const known = { ...willing, ...answers }
  Reflect.set(window, 'ethereum', {
    on: () => undefined,
    removeListener: () => undefined,
    request: async ({ method }: { method: string }) => {
      const answer = known[method]
      if (answer instanceof Error) throw answer
      return answer ?? null
    },
  })
}

/** The same, and connected. */
export async function givenConnectedWallet({ session }: Room, answers: WalletAnswers = {}): Promise<void> {
  givenWallet(answers)
  const [connector] = session.wagmi.connectors
  if (!connector) throw new Error('the page knows no wallet')
  await connect(session.wagmi, { connector })
}
