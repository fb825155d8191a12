import { createApiClient } from '@parley/protocol'

/** The number of people in an open room, from the public route. */
export async function peopleTalking(url: string, roomId: string): Promise<number> {
  const { people } = await createApiClient(url).request('voiceRoom', { params: { roomId } })
  return people
}
