import { join } from 'node:path'

/** As much of a built chunk as is needed to follow what it imports. */
export interface BuiltChunk {
  readonly fileName: string
  readonly imports: readonly string[]
  readonly modules: Readonly<Record<string, unknown>>
}

const src = join(import.meta.dirname, 'src')

/** Finds the chunk of a lazy module. @param source below `src/`. @throws {RangeError} if it has no chunk. */
export function chunkOf(source: string, chunks: ReadonlyMap<string, BuiltChunk>): string {
  for (const [name, chunk] of chunks) if (Object.hasOwn(chunk.modules, join(src, source))) return name
  throw new RangeError(
    `No chunk holds ${source}: it is not fetched by itself any more, so its route names the wrong file`,
  )
}

/** Chunks with all their imports, in order of discovery. */
export function withImports<Chunk extends BuiltChunk>(
  names: readonly string[],
  chunks: ReadonlyMap<string, Chunk>,
): Chunk[] {
  const all = new Set(names)
  for (const name of all) for (const next of chunks.get(name)?.imports ?? []) all.add(next)
  return [...all].flatMap((name) => chunks.get(name) ?? [])
}
