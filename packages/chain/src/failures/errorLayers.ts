/** One object in the nest of causes that wallets and libraries wrap an error in. */
export interface ErrorLayer {
  readonly name: string | null
  readonly code: number | null
  readonly message: string
  /** Revert data, where this layer carries any. */
  readonly data: `0x${string}` | null
  readonly status: number | null
}

const wrappers = ['cause', 'data', 'originalError', 'error', 'info'] as const
const maxLayers = 24

/**
 * All layers of an error, outermost first. Wallets bury the real one: MetaMask Mobile under `data.originalError`,
 * libraries under `cause`, some nodes in a JSON text.
 */
export function errorLayers(error: unknown): readonly ErrorLayer[] {
  const queue: unknown[] = [error]
  const seen = new Set<unknown>()
  const layers: ErrorLayer[] = []
  while (queue.length > 0 && layers.length < maxLayers) {
    const value = queue.shift()
    if (seen.has(value)) continue
    seen.add(value)
    if (typeof value === 'string')
      layers.push({ name: null, code: null, message: value, data: hexIn(value), status: null })
    if (typeof value !== 'object' || value === null) continue
    layers.push(layerOf(value))
    for (const key of wrappers) if (key in value) queue.push(Reflect.get(value, key))
  }
  return layers
}

function layerOf(value: object): ErrorLayer {
  const texts = ['message', 'details', 'shortMessage'].map((key) => textAt(value, key))
  const data = Reflect.get(value, 'data')
  return {
    name: textAt(value, 'name') || null,
    code: numberAt(value, 'code'),
    message: texts.filter((text) => text !== '').join('\n'),
    data: typeof data === 'string' ? hexIn(data) : null,
    status: numberAt(value, 'status'),
  }
}

/** Some nodes write "Reverted 0x…" in place of the bare data. */
function hexIn(text: string): `0x${string}` | null {
  const [, digits] = /^(?:reverted\s+)?0x((?:[0-9a-f]{2}){4,})$/i.exec(text.trim()) ?? []
  return digits === undefined ? null : `0x${digits}`
}

function textAt(value: object, key: string): string {
  const found = Reflect.get(value, key)
  return typeof found === 'string' ? found : ''
}

function numberAt(value: object, key: string): number | null {
  const found = Reflect.get(value, key)
  if (typeof found === 'string' && /^-?\d+$/.test(found)) return Number(found)
  return typeof found === 'number' ? found : null
}
