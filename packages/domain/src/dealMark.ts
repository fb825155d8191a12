/** The mark's view box. */
export const dealMarkBox = { width: 360, height: 40 } as const

const strands = 11
const pointsPerStrand = 64

/**
 * Draws an engraved band from `seed` (see `dealSeed`) as an SVG path in {@link dealMarkBox}.
 *
 * Both parties see the same figure for the same deal, and a changed deal draws another. It helps recognition; it proves
 * nothing.
 */
export function dealMarkPath(seed: string): string {
  const random = numbersFrom(seed)
  const waves = 3 + Math.floor(random() * 5)
  const beat = 1 + Math.floor(random() * 3)
  const twist = 0.35 + random() * 0.75
  const skew = random() * Math.PI * 2
  const spread = Math.PI * (0.5 + random() * 0.5)
  const lines: string[] = []
  for (let strand = 0; strand < strands; strand++) {
    const shift = (strand / (strands - 1) - 0.5) * spread
    const points: string[] = []
    for (let at = 0; at <= pointsPerStrand; at++) {
      const turn = (at / pointsPerStrand) * Math.PI * 2
      const envelope = 0.55 + 0.45 * Math.cos(turn * beat + skew + shift * twist)
      const y = 20 + 17 * envelope * Math.sin(turn * waves + shift)
      points.push(`${((at / pointsPerStrand) * dealMarkBox.width).toFixed(1)} ${y.toFixed(1)}`)
    }
    lines.push(`M${points.join('L')}`)
  }
  return lines.join('')
}

/** Seeded pseudo-random numbers in [0, 1): mulberry32 over an FNV-1a hash. */
function numbersFrom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
