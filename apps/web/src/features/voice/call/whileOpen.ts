import { readHabits } from './remembered.ts'
import { product } from '@parley/domain'
import { VoiceProblem } from './CallState.ts'

interface OpenDeeds extends KeyDeeds {
  /** Eleven times a second. */
  look(): void
  /** Every two seconds. */
  measure(): void
  /** A microphone came or went. */
  devices(): void
  /** The user clicked somewhere: browsers allow sound from then on. */
  clicked(): void
  /** The page goes. */
  goodbye(): void
}

/** A browser tells the level of the last 20 ms only. At 100 ms, sounds with a beat of half a second were always missed. */
const lookEveryMs = 90
const measureEveryMs = 2_000

/** What goes on for as long as the microphone is open. @returns what ends it. */
export function whileOpen(deeds: OpenDeeds): () => void {
  const look = setInterval(() => deeds.look(), lookEveryMs)
  const measure = setInterval(() => deeds.measure(), measureEveryMs)
  const [devices, clicked, goodbye] = [() => deeds.devices(), () => deeds.clicked(), () => deeds.goodbye()]
  navigator.mediaDevices.addEventListener('devicechange', devices)
  window.addEventListener('click', clicked)
  window.addEventListener('keyup', clicked)
  window.addEventListener('pagehide', goodbye)
  const endKeys = listenToKeys(deeds)
  return () => {
    clearInterval(look)
    clearInterval(measure)
    navigator.mediaDevices.removeEventListener('devicechange', devices)
    window.removeEventListener('click', clicked)
    window.removeEventListener('keyup', clicked)
    window.removeEventListener('pagehide', goodbye)
    endKeys()
  }
}

interface KeyDeeds {
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
function listenToKeys(deeds: KeyDeeds): () => void {
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

const lockName = `${product.slug}-voice`

/** The right to talk, held by one tab of this browser at a time. */
export interface TabLock {
  release(): void
}

/**
 * Takes the right to talk. `take-over` takes it from another tab, which is notified by its `onLost`.
 *
 * @throws {VoiceProblem} if another tab has it and `how` is 'if-free'.
 */
export async function takeTabLock(how: 'if-free' | 'take-over', onLost: () => void): Promise<TabLock> {
  // Old browsers have no locks: then two tabs may talk at once, and hear themselves.
  if (!('locks' in navigator)) return { release: () => undefined }
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: taken, resolve: answer } = Promise.withResolvers<boolean>()
  const options = how === 'if-free' ? { ifAvailable: true } : { steal: true }
  navigator.locks
    .request(lockName, options, async (lock) => {
      answer(lock !== null)
      if (lock !== null) await held
    })
    .catch(onLost)
  if (!(await taken)) throw new VoiceProblem('other-tab')
  return { release }
}

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
