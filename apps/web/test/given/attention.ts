import { onTestFinished, vi } from 'vitest'
import { onReturn } from '../../src/services/attention.ts'

/** Uses the page now. Test files share the module, which counts from the last use. */
export function usePageNow(sign: Event = new Event('pointermove')): void {
  const forget = onReturn(() => undefined)
  window.dispatchEvent(sign)
  forget()
}

/** Leaves the page alone for minutes, until the test ends. */
export function leavePage(minutes: number): void {
  usePageNow()
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + minutes * 60_000)
  onTestFinished(() => {
    clock.mockRestore()
    usePageNow()
  })
}
