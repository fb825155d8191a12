/** A long list takes a page longer to draw. */
const [showEveryMs, showEachMs] = [40, 5]

/** Shows a list at once, then in steps: a room of a hundred arrives one by one. `show` says how long the list is. */
export function paced(show: () => number): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  let hasMore = false
  const step = (): void => {
    if (timer !== null) {
      hasMore = true
      return
    }
    timer = setTimeout(
      () => {
        timer = null
        if (!hasMore) return
        hasMore = false
        step()
      },
      showEveryMs + showEachMs * show(),
    )
  }
  return step
}
