/** How long an offer may stand, in minutes, as the expiration selector lists them. */
export const durationChoices = [
  { minutes: 5, label: '5 minutes' },
  { minutes: 60, label: '1 hour' },
  { minutes: 1440, label: '1 day' },
  { minutes: 10080, label: '7 days' },
] as const

export type DurationMinutes = (typeof durationChoices)[number]['minutes']

export const defaultDurationMinutes: DurationMinutes = 1440

/** The escrow takes seconds. */
export function durationSeconds(minutes: DurationMinutes): number {
  return minutes * 60
}
