import { createApiClient } from '@parley/protocol'

/** How many sit in an open room, as the server tells everybody. */
export async function peopleTalking(url: string, roomId: string): Promise<number> {
  const { people } = await createApiClient(url).request('voiceRoom', { params: { roomId } })
  return people
}
