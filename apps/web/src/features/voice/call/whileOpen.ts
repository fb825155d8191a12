import { listenToKeys, type KeyDeeds } from './listenToKeys.ts'

export interface OpenDeeds extends KeyDeeds {
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
