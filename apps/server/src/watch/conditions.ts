import type { Alarm } from './alarms.ts'

/** Looks that must agree. An endpoint on a branch that is given up sees what isn't so once at most. */
const sightingsToAlarm = 2
/** More than that are counted by the looks to come. */
const maxConditions = 10_000

/** Conditions that last, each with an alarm at its beginning and a word at its end. */
export interface Conditions {
  /** What one look saw of the conditions that `wasExamined`. @returns those that begin and those that end. */
  update(seen: readonly Alarm[], wasExamined: (key: Alarm) => boolean): { begun: Alarm[]; ended: Alarm[] }
  /** Seen at the last look, whether alarmed or not. */
  all(): readonly Alarm[]
  alarmed(): readonly Alarm[]
}

interface Condition {
  readonly alarm: Alarm
  readonly sightings: number
}

export function createConditions(): Conditions {
  const conditions = new Map<string, Condition>()
  return {
    update(seen, wasExamined) {
      const now = new Set(seen.map(({ key }) => key))
      const gone = [...conditions.values()].filter(({ alarm }) => !now.has(alarm.key) && wasExamined(alarm))
      for (const { alarm } of gone) conditions.delete(alarm.key)
      const begun: Alarm[] = []
      for (const alarm of seen) {
        const sightings = (conditions.get(alarm.key)?.sightings ?? 0) + 1
        if (sightings === 1 && conditions.size >= maxConditions) continue
        conditions.set(alarm.key, { alarm, sightings })
        if (sightings === sightingsToAlarm) begun.push(alarm)
      }
      return { begun, ended: gone.filter(isAlarmed).map(({ alarm }) => alarm) }
    },
    all: () => [...conditions.values()].map(({ alarm }) => alarm),
    alarmed: () => [...conditions.values()].filter(isAlarmed).map(({ alarm }) => alarm),
  }
}

const isAlarmed = ({ sightings }: Condition): boolean => sightings >= sightingsToAlarm
