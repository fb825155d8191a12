// Stands in the page itself and runs before the first paint, so that no page flashes in the wrong light. The content security
// policy allows this one script by its hash.
;(() => {
  let chosen = null
  let wallet = null
  try {
    chosen = localStorage.getItem('%PRODUCT_SLUG%-theme')
    wallet = localStorage.getItem('wagmi.recentConnectorId')
  } catch {
    // Storage may be forbidden; the system's preference serves.
  }
  const system = matchMedia('(prefers-color-scheme: dark)')
  const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
  const { dataset } = document.documentElement
  dataset.theme = dark ? 'dark' : 'light'
  // A drawn page is on screen before `theme.ts` follows the system.
  system.addEventListener('change', ({ matches }) => {
    if (!chosen && document.querySelector('[data-drawn]')) dataset.theme = matches ? 'dark' : 'light'
  })
  // A server's drawing offers to connect. A browser that was connected before hides that until `App` has taken over, and says that
  // it connects.
  const isLasting = 'lasting' in dataset
  if (wallet && (isLasting || dataset.nowS)) dataset.returning = ''
  // Going back shows a document of any age. One that isn't known to be recent is left alone by the page (decision C10), unless
  // it says the same at any time.
  const isRecent = isLasting || Math.abs(Date.now() / 1000 - dataset.nowS) < 60
  if (performance.getEntriesByType('navigation')[0]?.type === 'back_forward' && !isRecent) dataset.old = ''
  // The browser's own bars follow the choice as well: of the two colours in the page only that of the theme counts.
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    if (chosen) meta.media = meta.dataset.of === (dark ? 'dark' : 'light') ? 'all' : 'not all'
})()
