import { random } from '../art/random.ts'
import { apiRoutes } from './surfaces/routes.ts'
import { frames } from './surfaces/frames.ts'
import { http } from './surfaces/http.ts'
import { members } from './surfaces/members.ts'
import { metadata } from './surfaces/metadata.ts'
import { names } from './surfaces/names.ts'
import { pictures } from './surfaces/pictures.ts'
import { signalling } from './surfaces/signalling.ts'
import { streams } from './surfaces/streams.ts'
import { tables } from './surfaces/tables.ts'
import type { Attack, Surface } from './surfaces/surface.ts'

export const surfaces = [
  frames,
  http,
  apiRoutes,
  streams,
  signalling,
  pictures,
  metadata,
  names,
  tables,
  members,
] as const satisfies readonly Surface[]

export interface Step extends Attack {
  readonly index: number
  readonly surface: string
}

/** Step `index` of a seed. Depends on these two numbers only, so any step can be repeated alone. */
export function stepAt(seed: number, index: number): Step {
  const dice = random(Math.imul(seed, 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b))
  const surface = dice.pick(surfaces)
  return { ...surface.plan(dice), index, surface: surface.name }
}
