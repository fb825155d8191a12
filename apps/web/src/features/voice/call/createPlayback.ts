/** Plays the others' audio. */
export interface Playback {
  play(key: string, track: MediaStreamTrack): void
  /** 0 to 1; a muted one keeps its volume. */
  setVolume(key: string, volume: number, muted: boolean): void
  stop(key: string): void
  /** After a click: what the browser held back. */
  unblock(): Promise<void>
  close(): void
}

/**
 * One audio element per person. `onBlocked` fires when the browser refuses to play before a click, and when it plays
 * again.
 */
export function createPlayback(onBlocked: (blocked: boolean) => void): Playback {
  const elements = new Map<string, HTMLAudioElement>()
  let blocked = false
  const turn = (now: boolean): void => {
    if (blocked !== now) onBlocked(now)
    blocked = now
  }
  const start = async (element: HTMLAudioElement): Promise<void> => {
    try {
      await element.play()
    } catch (error) {
      if (error instanceof Error && error.name === 'NotAllowedError') turn(true)
    }
  }
  const end = (element: HTMLAudioElement): void => {
    element.pause()
    element.srcObject = null
  }
  return {
    play(key, track) {
      const element = elements.get(key) ?? new Audio()
      element.srcObject = new MediaStream([track])
      elements.set(key, element)
      void start(element)
    },
    setVolume(key, volume, muted) {
      const element = elements.get(key)
      if (!element) return
      element.volume = volume
      element.muted = muted
    },
    stop(key) {
      const element = elements.get(key)
      if (element) end(element)
      elements.delete(key)
      if (elements.size === 0) turn(false)
    },
    async unblock() {
      if (!blocked) return
      turn(false)
      await Promise.all([...elements.values()].map(start))
    },
    close() {
      for (const element of elements.values()) end(element)
      elements.clear()
      turn(false)
    },
  }
}
