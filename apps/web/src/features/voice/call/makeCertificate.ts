/** One certificate for all connections of a call, so that others recognise us after a reconnect. */
export function makeCertificate(): Promise<RTCCertificate> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  return RTCPeerConnection.generateCertificate(curve)
}
