/** Where the focus may go when an element has been left: to itself, or, once it is gone, to what it stood in. Nearest first. */
export function focusPlaces(element: Element | null): readonly HTMLElement[] {
  const places: HTMLElement[] = []
  for (let at = element; at !== null; at = at.parentElement?.closest('[tabindex="-1"]') ?? null) {
    if (at instanceof HTMLElement) places.push(at)
  }
  return places
}
