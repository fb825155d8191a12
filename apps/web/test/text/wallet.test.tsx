import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { getConnection } from 'wagmi/actions'
import { DialogHost } from '../../src/app/Overlays.lazy.tsx'
import { connectWallet, switchWalletChain } from '../../src/features/wallet/connectWallet.ts'
import WalletList from '../../src/features/wallet/WalletList.tsx'
import { WalletProblemAct } from '../../src/features/wallet/WalletProblemAct.tsx'
import { useWalletList, useWallet } from '../../src/features/wallet/useWallet.ts'
import { holdToChosenWallet } from '../../src/services/chosenWallet.ts'
import { givenConnectedWallet, givenWallet, walletError } from './givenWallet.ts'
import SwapPage from '../../src/pages/SwapPage.tsx'
import { openRoom, patience, type Room } from './room.tsx'
import { says } from './says.tsx'

const chainName = 'Avalanche C-Chain'

/** The user connects, and the wallet answers with this error code. */
function connectingFails(code: number): (room: Room) => Promise<boolean> {
  return ({ session, portal }) => {
    givenWallet({ eth_requestAccounts: walletError(code), wallet_requestPermissions: walletError(code) })
    return connectWallet(session, portal.messages, 'injected')
  }
}

/** Replaces the page's main button. */
function MainButton() {
  const { problem } = useWallet()
  return problem ? <WalletProblemAct problem={problem} /> : null
}

describe('given a wallet that is to be connected', () => {
  says('noWalletFound', {
    when: 'the one chosen is not there',
    scene: ({ session, portal }) => connectWallet(session, portal.messages, 'gone'),
  })
  says('walletList', {
    when: 'the list of wallets is open',
    scene: ({ show }) => {
      show(<WalletList />)
      useWalletList.getState().setOpen(true)
    },
  })
  says('connectionFailed', { when: 'it fails', scene: connectingFails(-32000) })
  says('connectRejected', { when: 'the person says no', scene: connectingFails(4001) })
  says('requestPending', { when: 'a request is open already', scene: connectingFails(-32002) })
  says('walletLocked', { when: 'it is locked', scene: connectingFails(4100) })
})

describe('given a wallet on another chain', () => {
  const elsewhere = { eth_chainId: '0x1' }
  const atMainButton = async (room: Room) => {
    await givenConnectedWallet(room, elsewhere)
    room.show(<MainButton />)
  }
  says('wrongChain', { when: 'it is connected', scene: atMainButton }, { chainName })
  says('switchChain', { when: 'it is connected', scene: atMainButton }, { chainName })
  it('the badge of a connected wallet warns', async () => {
    const room = openRoom('general')
    await givenConnectedWallet(room, elsewhere)
    room.show(<SwapPage />)
    const badge = await screen.findByText('wallet connected', undefined, patience)
    await vi.waitFor(() => expect(badge.className).toContain('badge-warn'), patience)
  })
  says(
    'switchFailed',
    {
      when: 'it does not switch',
      scene: async (room) => {
        await givenConnectedWallet(room, elsewhere)
        await switchWalletChain(room.session, room.portal.messages)
      },
    },
    { chainName },
  )
  says(
    'switchFailed',
    {
      when: 'the user declines the switch',
      scene: async (room) => {
        await givenConnectedWallet(room, { ...elsewhere, wallet_switchEthereumChain: walletError(4001) })
        await switchWalletChain(room.session, room.portal.messages)
      },
    },
    { chainName },
  )
})

describe('given a connected wallet', () => {
  says('walletNotConnected', {
    when: 'it locks or disconnects',
    scene: async (room) => {
      const { wagmi } = room.session
      holdToChosenWallet(wagmi)
      await givenConnectedWallet(room)
      room.show(<DialogHost />)
      getConnection(wagmi).connector?.emitter.emit('disconnect')
    },
  })
})
