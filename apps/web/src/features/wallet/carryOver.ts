import { useLayoutEffect } from 'react'
import { connectText } from '../../text/frame.ts'

/** A connect button, in the first view or on the full page. */
function connectOf(target: unknown): HTMLElement | null {
  const button = target instanceof Element ? target.closest('button') : null
  return button?.textContent === connectText.connectWallet ? button : null
}

// A press may have begun before this code came.
let pressed = connectOf(document.querySelector('button:active'))
let focused = connectOf(document.activeElement)

addEventListener('pointerdown', ({ target }) => (pressed = connectOf(target)), true)
addEventListener('focusin', ({ target }) => (focused = connectOf(target)))
addEventListener('pointerup', ({ target, pointerType }) => {
  const next = followerOf(pressed)
  pressed = null
  // A finger's tap is the browser's: it looks for its target at the end.
  if (pointerType === 'mouse' && next === connectOf(target)) next?.click()
})

/**
 * The full page takes the first view's place while people press. A press on a connect button, and the focus on it, go on
 * in the button that follows: the browser drops both with the old one.
 */
export function useCarryOver(): void {
  useLayoutEffect(() => {
    if (document.activeElement === document.body) followerOf(focused)?.focus({ preventScroll: true })
  }, [])
}

/** The button in the place of one that is gone: in the header, or in the slip. */
function followerOf(gone: HTMLElement | null): HTMLElement | null {
  if (!gone || gone.isConnected) return null
  const buttons = [...document.querySelectorAll('button')].filter((button) => connectOf(button))
  return buttons.find(({ className }) => className === gone.className) ?? null
}
