import { withTimeout } from '../app/startup.ts'

/** Pictures that take longer than this no longer keep the rest of the page waiting. */
const picturesMs = 500
const paintMs = 300

/** Resolves once what was rendered is on screen, with the pictures that are in view. */
export async function untilPainted(): Promise<void> {
  await nextPaint()
  const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < window.innerHeight)
  await withTimeout(picturesMs, Promise.all(inView.map((image) => image.decode())))
}

/**
 * Resolves with the next largest paint, once it is on screen. A frame alone says only that it was handed on, and scripts fetched
 * until then would share its bandwidth. A hidden tab draws none, and some browsers don't tell.
 */
function nextPaint(): Promise<void> {
  const painted = new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'largest-contentful-paint' })
  })
  return withTimeout(paintMs, painted)
}
