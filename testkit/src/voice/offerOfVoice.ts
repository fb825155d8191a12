import { randomBytes } from 'node:crypto'

/** One voice up, as browsers offer it to Janus, under a certificate of its own. No media follows. */
export function offerOfVoice(): string {
  const fingerprint = [...randomBytes(32)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':')
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=sendonly',
    'a=rtcp-mux',
    `a=ice-ufrag:${randomBytes(4).toString('hex')}`,
    `a=ice-pwd:${randomBytes(12).toString('hex')}`,
    `a=fingerprint:sha-256 ${fingerprint}`,
    'a=setup:actpass',
    'a=rtpmap:111 opus/48000/2',
    '',
  ].join('\r\n')
}
