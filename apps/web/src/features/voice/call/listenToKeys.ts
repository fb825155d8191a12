import { readHabits } from './remembered.ts'

export interface KeyDeeds {
  /** M. */
  toggleMute(): void
  /** The space bar goes down and up. */
  hold(on: boolean): void
}

/** Where typing means something else. */
const typing = 'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]'
/** Where the space bar presses something. */
const pressing = `${typing}, input, button, a, summary, label, [role=button], [role=option], [role=tab], [role=checkbox]`

/** M mutes, and the space bar is push to talk, except where a key has another meaning. */
export function listenToKeys(deeds: KeyDeeds): () => void {
  let held = false
  const isWithin = (event: KeyboardEvent, selector: string): boolean =>
    event.target instanceof Element && event.target.closest(`${selector}, dialog`) !== null
  const down = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !readHabits().keys) return
    if (event.code === 'KeyM' && !event.repeat && !isWithin(event, typing)) deeds.toggleMute()
    if (event.code !== 'Space' || isWithin(event, pressing)) return
    // The page would scroll.
    event.preventDefault()
    if (event.repeat || held) return
    held = true
    deeds.hold(true)
  }
  const release = (): void => {
    if (!held) return
    held = false
    deeds.hold(false)
  }
  const up = (event: KeyboardEvent): void => {
    if (event.code === 'Space') release()
  }
  window.addEventListener('keydown', down)
  window.addEventListener('keyup', up)
  // A key that is let go elsewhere is never heard of.
  window.addEventListener('blur', release)
  return () => {
    release()
    window.removeEventListener('keydown', down)
    window.removeEventListener('keyup', up)
    window.removeEventListener('blur', release)
  }
}
