/** Offer durations in minutes, as listed in the expiration selector. */
export const durationChoices = [
  { minutes: 5, label: '5 minutes' },
  { minutes: 60, label: '1 hour' },
  { minutes: 1440, label: '1 day' },
  { minutes: 10080, label: '7 days' },
] as const

export type DurationMinutes = (typeof durationChoices)[number]['minutes']

export const defaultDurationMinutes: DurationMinutes = 1440

/** Converts to seconds for the escrow. */
export function durationSeconds(minutes: DurationMinutes): number {
  return minutes * 60
}
