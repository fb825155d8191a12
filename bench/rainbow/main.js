// What RainbowKit's own guide begins with: a page with its connect button and nothing else.
import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { avalanche } from 'wagmi/chains'

const config = getDefaultConfig({ appName: 'Reference', projectId: 'reference', chains: [avalanche] })
const button = createElement(ConnectButton)
const kit = createElement(RainbowKitProvider, null, button)
const queries = createElement(QueryClientProvider, { client: new QueryClient() }, kit)
createRoot(document.getElementById('root')).render(createElement(WagmiProvider, { config }, queries))
