import { createApiClient } from '@parley/protocol'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Call } from '../../src/features/voice/call/Call.ts'
import { noCall } from '../../src/features/voice/call/CallState.ts'
import CallBox from '../../src/features/voice/CallBox.tsx'
import VoiceBox from '../../src/features/voice/VoiceBox.tsx'
import { furnish, openRoom, patience } from '../text/room.tsx'

const roomId = 'parley-global'
const openRoomProps = { room: roomId, path: '/p2p', folds: true } as const
const nobodySigns = () => Promise.reject(new Error('nobody signs'))

it('a folded voice box is one line: who talks, and the button; the rest opens and closes by a press', async () => {
  const { session } = openRoom('general')
  const answer = () => Promise.resolve(Response.json({ success: true, people: 2 }))
  furnish('general', { ...session, api: createApiClient('', { fetch: answer }) }).show(<VoiceBox {...openRoomProps} />)
  await vi.waitFor(() => screen.getByText('2 people are talking here.'), patience)
  const fold = screen.getByRole('button', { name: /^VOICE CHAT/ })
  const more = () => screen.queryByRole('button', { name: 'Check microphone' })
  expect(screen.getByRole('button', { name: '🎤 JOIN CALL' })).toBeTruthy()
  expect([fold.getAttribute('aria-expanded'), more()]).toEqual(['false', null])
  fireEvent.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  expect(more()).not.toBeNull()
  fireEvent.click(fold)
  expect(more()).toBeNull()
})

it('the sign of JOIN CALL is drawn, so no machine lacks a letter for it', () => {
  openRoom('general').show(<VoiceBox {...openRoomProps} />)
  const join = screen.getByRole('button', { name: '🎤 JOIN CALL' })
  expect(join.querySelector('.unseen')?.textContent).toBe('🎤')
  expect(join.querySelector('svg')).not.toBeNull()
})

it('a folded box never hides what went wrong, nor a call that one is in', async () => {
  const { session, show } = openRoom('general')
  const call = new Call(session.api)
  const fold = { open: false, onToggle: () => undefined }
  show(<CallBox {...openRoomProps} call={call} people={null} fold={fold} signIn={nobodySigns} />)
  call.store.setState({ ...noCall, problem: 'denied' })
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Microphone access denied'), patience)
  call.store.setState({ ...noCall, phase: 'connected', wanted: roomId, roomId })
  await vi.waitFor(() => screen.getByRole('button', { name: 'MUTE' }), patience)
  expect(screen.getByText('CONNECTED')).toBeTruthy()
})
