import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { walletTrouble } from '../../src/features/wallet/walletTrouble.ts'

// Runs before each file of the page's tests, which share their modules and their document: what one leaves, the next one finds.

// A machine may be twenty times slower than the one that this was written on.
configure({ asyncUtilTimeout: 120_000 })

// The page moves by itself here, as it does in a browser: tests wait for what appears.
beforeEach(() => void Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))

afterEach(() => {
  cleanup()
  Reflect.deleteProperty(window, 'ethereum')
  localStorage.clear()
  sessionStorage.clear()
  walletTrouble.setState({ problem: null })
})
