/** The body of an answer; null as soon as it is longer. */
export async function readUpTo({ body, headers }: Response, maxBytes: number): Promise<Uint8Array | null> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) {
    await body?.cancel()
    return null
  }
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of body ?? []) {
    total += chunk.length
    // Leaving the loop cancels the rest.
    if (total > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
