import { VoiceGuest } from '@parley/testkit'
import { until } from './Program.ts'
import type { Topology } from './topology.ts'
import type { Site } from './Visitor.ts'
import { Voice } from './voices.ts'

/** More than a mesh carries, so that they talk through Janus. */
const fewestInLarge = 12
const inSmall = 4
/** A Janus that hangs is noticed within 13 s. */
const noticeMs = 60_000
const answerMs = 20_000

/** People in voice: many in one open room, which goes on in Janus, and a few in another one. */
export interface Voices {
  readonly large: readonly Voice[]
  readonly small: readonly Voice[]
}

/** The large room, and the small one. */
export const voiceRooms = ['rehearsal1-trading', 'rehearsal2-trading'] as const

export function talkInRooms(site: Site, talking: number, signal: AbortSignal): Voices {
  const [largeRoom, smallRoom] = voiceRooms
  const people = (count: number, room: string) => Array.from({ length: count }, () => new Voice(site, room, signal))
  const large = people(Math.max(fewestInLarge, talking), largeRoom)
  const small = people(inSmall, smallRoom)
  return { large, small }
}

/** Until all have a seat and have heard another person since. Those of the large room have lines to Janus then. */
export async function untilAllTalk(topology: Topology, { large, small }: Voices): Promise<void> {
  const sinceMs = performance.now()
  await until('everybody has a seat and hears another', async () =>
    [...large, ...small].every((voice) => voice.isSeated && voice.hasHeardSince(sinceMs)),
  )
  await until('everybody in the large room has lines to Janus', async () =>
    large.every((voice) => voice.isCarriedSince(sinceMs)),
  )
  await until('Janus lists as many people as the large room has', async () =>
    (await topology.janus.rooms()).some(({ people }) => people === large.length),
  )
}

/**
 * Takes Janus away and brings it back, as it hangs or dies.
 *
 * @throws {Error} if anyone loses a seat or learns of another state, or if a newcomer is not led on until then
 */
export async function goWithoutJanus(
  topology: Topology,
  voices: Voices,
  janus: { readonly take: () => unknown; readonly bring: () => unknown; readonly meanwhile: () => Promise<void> },
): Promise<void> {
  const { large, small } = voices
  await untilAllTalk(topology, voices)
  for (const voice of [...large, ...small]) voice.listen()
  await janus.take()
  try {
    await until(
      'everybody in the large room hears that Janus is away',
      async () => large.every(({ way }) => way === 'away'),
      noticeMs,
    )
    await requireListed(topology, large)
    await requireLedOn(topology, large)
    await janus.meanwhile()
    const early = large.filter(({ way }) => way !== 'away').length
    if (early > 0) throw new Error(`${early} were told that Janus is back while it was away`)
  } finally {
    await janus.bring()
  }
  await untilAllTalk(topology, voices)
  await requireListed(topology, large)
  for (const voice of large) {
    const { told, departures } = voice.heard()
    if (departures > 0) throw new Error('people left the large room with Janus')
    if (!/^away( failed)* on( failed| on)*$/.test(told.join(' ')))
      throw new Error(`in the large room was told: ${told.join(', ')}`)
  }
  for (const voice of small) if (voice.heard().told.length > 0) throw new Error('a room without Janus was told of it')
}

/** Every server has all of them in the room. */
async function requireListed({ servers }: Topology, { length, 0: first }: readonly Voice[]): Promise<void> {
  for (const { name, url } of servers) {
    const path = `${url}/api/voice/rooms/${first?.room ?? ''}`
    // The number is counted again after three seconds.
    await until(
      `${name} says that the large room has ${length} people`,
      async () => {
        const answer = await fetch(path, { signal: AbortSignal.timeout(answerMs) })
        return (await answer.text()).includes(`"people":${length}}`)
      },
      noticeMs,
    )
  }
}

/** Without Janus there is no room for more, and a newcomer hears where there is. */
async function requireLedOn({ servers, origin }: Topology, [first]: readonly Voice[]): Promise<void> {
  for (const { name, url } of servers) {
    const guest = await VoiceGuest.arrive(url, { origin })
    try {
      const answer = await guest.join(first?.room ?? '')
      if (answer.ok) throw new Error(`${name} seated a newcomer in a room that is too large without Janus`)
      const [led] = await guest.hears('room-full')
      if (led?.['next'] !== `${first?.room}-2`) throw new Error(`${name} led a newcomer to ${String(led?.['next'])}`)
    } finally {
      guest.leave()
    }
  }
}
