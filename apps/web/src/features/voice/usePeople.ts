import { parseVoiceRoom } from '@parley/protocol'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../services/Session.ts'

/** Number of people in an open room. Null while unknown, and for private rooms. */
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
