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
})()
