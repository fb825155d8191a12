/** So long nothing new is waited for after the last address of this machine: they come within a few milliseconds. */
const quietMs = 8
/** What comes later, from outside, follows by itself. */
const patienceMs = 60

/**
 * Describes this side, with the addresses of this machine in it: one message instead of many. Those that have to be asked for
 * outside follow as candidates.
 *
 * @returns null where the connection was closed meanwhile.
 */
export async function describe(connection: RTCPeerConnection): Promise<string | null> {
  const found = firstCandidates(connection)
  try {
    await connection.setLocalDescription()
  } catch (error) {
    if (connection.signalingState === 'closed') return null
    throw error
  }
  await found
  return connection.localDescription?.sdp ?? null
}

function firstCandidates(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(done, patienceMs)
    function heard({ candidate }: RTCPeerConnectionIceEvent): void {
      clearTimeout(timer)
      if (candidate === null) done()
      else timer = setTimeout(done, quietMs)
    }
    function done(): void {
      clearTimeout(timer)
      connection.removeEventListener('icecandidate', heard)
      resolve()
    }
    connection.addEventListener('icecandidate', heard)
  })
}
