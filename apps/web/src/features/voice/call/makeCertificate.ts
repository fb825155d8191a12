/** A certificate for all lines of a call: by it others know us again when a line is made anew. */
export function makeCertificate(): Promise<RTCCertificate> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  return RTCPeerConnection.generateCertificate(curve)
}
