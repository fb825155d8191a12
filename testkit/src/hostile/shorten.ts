/**
 * Finds a small part of a list that still fails: first the last few entries, since the cause mostly came last; then
 * by delta debugging.
 *
 * @param stillFails tries a part.
 * @param maxTries most parts to try; the smallest failing one wins.
 */
export async function shorten<T>(
  list: readonly T[],
  stillFails: (part: readonly T[]) => Promise<boolean>,
  maxTries = 40,
): Promise<readonly T[]> {
  const budget = { left: maxTries }
  const fails = async (part: readonly T[]): Promise<boolean> => {
    budget.left -= 1
    return budget.left >= 0 && stillFails(part)
  }
  let best = list
  for (let count = 1; count < list.length; count *= 4) {
    const last = list.slice(-count)
    if (!(await fails(last))) continue
    best = last
    break
  }
  let pieces = 2
  while (best.length > 1 && budget.left > 0) {
    const size = Math.ceil(best.length / pieces)
    const smaller = await firstFailing(withoutEach(best, size), fails)
    if (smaller) {
      best = smaller
      pieces = Math.max(2, pieces - 1)
    } else if (size === 1) break
    else pieces = Math.min(best.length, pieces * 2)
  }
  return best
}

function* withoutEach<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield [...list.slice(0, start), ...list.slice(start + size)]
}

async function firstFailing<T>(
  parts: Iterable<readonly T[]>,
  fails: (part: readonly T[]) => Promise<boolean>,
): Promise<readonly T[] | null> {
  for (const part of parts) if (await fails(part)) return part
  return null
}
