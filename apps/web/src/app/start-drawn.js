// Stands in the page itself. Where a server has drawn the document, its scripts are fetched once that is on screen: they would share
// the line with what is to be seen. A press or a key brings them at once. The content security policy allows this script by its hash.
;(() => {
  const entry = document.querySelector('script[type="later"]')
  if (!entry) return
  const root = document.getElementById('root')
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    for (const link of document.querySelectorAll('link[rel="later"]')) link.rel = 'modulepreload'
    entry.addEventListener('error', () => void leave())
    entry.type = 'module'
    // Browsers run a script whose type has become known once it is inserted again.
    document.head.append(entry)
  }
  // Reloads where a deployment has removed the scripts of this document. Otherwise what is drawn stays on screen.
  const leave = async () => {
    const [visit] = performance.getEntriesByType('navigation')
    const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null)
    if (!answer?.ok || visit?.type === 'reload') return
    if (!(await answer.text()).includes(entry.getAttribute('src'))) location.reload()
  }
  // Repeats a press that came before the scripts have taken over.
  let pressed = null
  const press = ({ target }) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  addEventListener('click', press, true)
  new MutationObserver((_changes, observer) => {
    observer.disconnect()
    removeEventListener('click', press, true)
    pressed?.click()
  }).observe(root, { attributeFilter: ['data-drawn'] })
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, begin, { once: true, capture: true })
  // For hidden tabs, which paint nothing, and for pictures that never come. An old document isn't shown at all.
  const { dataset } = document.documentElement
  // A browser that was connected before gets another page than the landing view.
  const isOther = 'returning' in dataset && document.querySelector('.welcome')
  const shows = document.visibilityState === 'visible' && !('old' in dataset) && !isOther
  setTimeout(begin, shows ? 1500 : 0)
  // A frame is on screen some time after it was made.
  const painted = new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }))
  const afterFrame = (next) => requestAnimationFrame(() => setTimeout(() => next()))
  afterFrame(async () => {
    const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    const late = new Promise((resolve) => setTimeout(resolve, 500))
    await Promise.race([late, Promise.allSettled([painted, ...inView.map((image) => image.decode())])])
    afterFrame(begin)
  })
})()
