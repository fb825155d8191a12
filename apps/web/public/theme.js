// Runs before the first paint so that no page flashes in the wrong light. A file of its own, since the page's
// content security policy allows no inline script.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('parley-theme')
  } catch (_) {
    // Storage may be forbidden; the system's preference serves.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
