// Stands in the page itself and runs before the first paint, so that no page flashes in the wrong light. The content security
// policy allows this one script by its hash.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('%PRODUCT_SLUG%-theme')
  } catch {
    // Storage may be forbidden; the system's preference serves.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  // The browser's own bars follow the choice as well: of the two colours in the page only that of the theme counts.
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    if (chosen) meta.media = meta.dataset.of === (dark ? 'dark' : 'light') ? 'all' : 'not all'
})()
