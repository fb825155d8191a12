/** Focus candidates when leaving an element: itself, then its ancestors, nearest first. */
export function focusPlaces(element: Element | null): readonly HTMLElement[] {
  const places: HTMLElement[] = []
  for (let at = element; at !== null; at = at.parentElement?.closest('[tabindex="-1"]') ?? null) {
    if (at instanceof HTMLElement) places.push(at)
  }
  return places
}
