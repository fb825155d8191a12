import type { Artist } from './Artist.ts'
import { aso } from './aso.ts'
import { avaxApes } from './avaxApes.ts'
import { chadDoge } from './chadDoge.ts'
import { chikn } from './chikn.ts'
import { dokyo } from './dokyo.ts'
import { farmLand } from './farmLand.ts'
import { ferdyFrens } from './ferdyFrens.ts'
import { furks } from './furks.ts'
import { hoppers } from './hoppers.ts'
import { madSkullz } from './madSkullz.ts'
import { nochillio } from './nochillio.ts'
import { parley } from './parley.ts'
import { partyAnimals } from './partyAnimals.ts'
import { roostr } from './roostr.ts'
import { smolJoes } from './smolJoes.ts'
import { steady } from './steady.ts'
import { theFace1966 } from './theFace1966.ts'
import { theSalvors } from './theSalvors.ts'

/** The artist of each collection, by key. */
export const artists = {
  dokyo,
  'ferdy-frens': ferdyFrens,
  steady,
  furks,
  aso,
  'the-face-1966': theFace1966,
  parley,
  chikn,
  roostr,
  farmland: farmLand,
  'party-animals': partyAnimals,
  madskullz: madSkullz,
  hoppers,
  'smol-joes-season-2': smolJoes,
  'the-salvors': theSalvors,
  nochillio,
  'chad-doge': chadDoge,
  'avax-apes': avaxApes,
} as const satisfies Record<string, Artist>

export type CollectionKey = keyof typeof artists

export function isCollectionKey(text: string): text is CollectionKey {
  return Object.hasOwn(artists, text)
}

/** A token's picture as an SVG document. */
export function drawToken(key: CollectionKey, tokenId: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="800" height="800">${artists[key](tokenId)}</svg>`
}
