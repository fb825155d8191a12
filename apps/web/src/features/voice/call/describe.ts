/** Gathering ends after this pause: local addresses arrive within a few milliseconds of each other. */
const quietMs = 8
/** Later candidates, from servers outside, are sent one by one. */
const patienceMs = 60

/**
 * Describes this side including the machine's own addresses: one message instead of many. Candidates from outside
 * servers follow.
 *
 * @returns null if the connection was closed while gathering.
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
