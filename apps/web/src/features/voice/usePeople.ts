import { parseVoiceRoom } from '@parley/protocol'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../session/Session.ts'

/** How many talk in an open room; null while that is not known, and for private rooms, of which nobody is told. */
export function usePeople(roomId: string): number | null {
  const { api } = useSession()
  const { data } = useQuery({
    queryKey: ['voice', roomId],
    queryFn: async () => (await api.request('voiceRoom', { params: { roomId } })).people,
    enabled: parseVoiceRoom(roomId)?.kind === 'open',
    refetchOnMount: 'always',
  })
  return data ?? null
}
