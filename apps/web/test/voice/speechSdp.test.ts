import { describe, expect, it } from 'vitest'
import { fingerprintOf, speechSdp } from '../../src/features/voice/call/Link.ts'

const sdp = [
  'v=0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63',
  'a=fingerprint:sha-256 04:20:B8:89',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=0;stereo=1',
  'a=rtpmap:63 red/48000/2',
  'a=fmtp:63 111/111',
  '',
].join('\r\n')

describe('given a description with Opus in it', () => {
  it('asks for one channel, silence for little, and keeps what it does not mind', () => {
    const [line = ''] = /^a=fmtp:111 .*$/m.exec(speechSdp(sdp)) ?? []
    const wishes = line.trim().replace('a=fmtp:111 ', '').split(';')
    expect(wishes).toEqual(['minptime=10', 'stereo=0', 'maxaveragebitrate=32000', 'usedtx=1', 'useinbandfec=1'])
  })

  it('changes nothing else', () => {
    const others = (text: string): string[] => text.split('\r\n').filter((line) => !line.startsWith('a=fmtp:111'))
    expect(others(speechSdp(sdp))).toEqual(others(sdp))
  })

  it('knows the other side by its certificate', () => {
    expect(fingerprintOf(sdp)).toBe('sha-256 04:20:B8:89')
    expect(fingerprintOf('v=0')).toBeNull()
  })
})

describe('given a description without it', () => {
  it('leaves it alone', () => expect(speechSdp('v=0\r\nm=audio 9 x 0')).toBe('v=0\r\nm=audio 9 x 0'))
})
