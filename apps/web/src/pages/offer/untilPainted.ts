import { withTimeout } from '../../app/startup.ts'

/** Pictures that take longer than this no longer keep the rest of the page waiting. */
const picturesMs = 500

/** Resolves once what was rendered is on screen, with the pictures that are in view. */
export async function untilPainted(): Promise<void> {
  await nextFrame()
  const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < window.innerHeight)
  await withTimeout(picturesMs, Promise.all(inView.map((image) => image.decode())))
}

/** A hidden tab draws no frames. */
function nextFrame(): Promise<void> {
  return withTimeout(100, new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}
