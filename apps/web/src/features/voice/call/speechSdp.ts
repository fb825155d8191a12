/** Opus parameters: mono, a bitrate for speech, cheap silence, and redundancy for lost packets. */
const wishes = 'stereo=0;maxaveragebitrate=32000;usedtx=1;useinbandfec=1'

/** Adds our parameters to the peer's description. The encoder follows what the receiver asks for. */
export function speechSdp(sdp: string): string {
  const [, opus] = /^a=rtpmap:(\d+) opus\/48000/im.exec(sdp) ?? []
  if (opus === undefined) return sdp
  return sdp.replace(new RegExp(`^a=fmtp:${opus} (.*)$`, 'm'), (_line, given: string) => {
    const kept = given.split(';').filter((wish) => !wishes.includes(`${wish.split('=')[0]?.trim()}=`))
    return `a=fmtp:${opus} ${[...kept, wishes].join(';')}`
  })
}

/** The fingerprint of the peer's certificate. It can't be forged, since the connection is encrypted with it. */
export function fingerprintOf(sdp: string): string | null {
  return /^a=fingerprint:(\S+ [0-9A-F:]+)/im.exec(sdp)?.[1] ?? null
}
