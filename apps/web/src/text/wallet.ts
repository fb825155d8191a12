import { connectText } from './frame.ts'
import { alert, toast } from './message.ts'

/** Connecting, and what keeps a wallet from sending. */
export const walletMessages = {
  ...connectText,
  connectedBadge: 'wallet connected',
  walletList: 'Metamask or other injected wallet',
  noWalletFound: alert('No Web3 wallet found. Please install MetaMask or another Web3 wallet.'),
  noWalletConnected: alert('No wallet connected. Please connect your wallet first.'),
  walletNotConnected: toast(
    'Wallet not connected',
    'Your wallet is locked, or no longer shares this account. Unlock or connect it to continue.',
  ),
  connectionFailed: toast('Wallet Connection Failed', 'Unable to connect to your wallet'),
  connectRejected: 'The request was rejected in your wallet.',
  wrongChain: (p: { chainName: string }) => `Your wallet is on another network. Switch it to ${p.chainName} to trade.`,
  switchChain: (p: { chainName: string }) => `Switch to ${p.chainName}`,
  switchFailed: toast(
    'Network not switched',
    (p: { chainName: string }) =>
      `Your wallet didn’t switch to ${p.chainName}. Switch it in the wallet itself and try again.`,
  ),
  otherNetwork: alert('Your wallet is connected to another Avalanche network'),
  otherNetworkDetail:
    'It says the right chain id, but the swap contract isn’t there. Nothing was sent. Choose the right network in your wallet, or another RPC address for it, and try again.',
  walletLocked: 'Your wallet is locked. Unlock it to continue.',
  requestPending: 'Your wallet already has a request open. Answer it there first.',
  accountChanged: alert(
    'Your wallet changed to another account in the middle of this. Nothing more was sent; start again with the account you want.',
  ),
}
