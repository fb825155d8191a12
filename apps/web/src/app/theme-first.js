// Runs before the first paint so that no page flashes in the wrong light. A file of its own, since the page's
// content security policy allows no inline script.
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
