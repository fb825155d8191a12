/** How many sit in a room, asked of all servers at most once in a while for each room. */
export interface HeadCount {
  of(roomId: string): Promise<number>
}

const keptMs = 3_000
/** The fifty rooms of each of a few portals, and only open rooms are counted. */
const maxRooms = 400

export function createHeadCount(
  count: (roomId: string) => Promise<number>,
  nowMs = () => performance.now(),
): HeadCount {
  const kept = new Map<string, { readonly atMs: number; readonly people: Promise<number> }>()
  return {
    of(roomId) {
      const known = kept.get(roomId)
      if (known && nowMs() - known.atMs < keptMs) return known.people
      if (kept.size >= maxRooms) kept.clear()
      const people = count(roomId)
      kept.set(roomId, { atMs: nowMs(), people })
      people.catch(() => kept.delete(roomId))
      return people
    },
  }
}
