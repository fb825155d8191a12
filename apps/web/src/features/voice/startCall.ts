import { createApiClient } from '@parley/protocol'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Call } from './call/Call.ts'
import { VoiceDock } from './VoiceDock.tsx'

/** Creates the page's call, and the dock that stays visible across pages. It is rendered beside the app. */
export function startCall(): Call {
  const call = new Call(createApiClient(''))
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(createElement(VoiceDock, { call }))
  return call
}
