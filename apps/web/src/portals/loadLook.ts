/** A portal whose look does not come is shown without it. */
const patienceMs = 5_000

/** Resolves when a style sheet is in effect, or is not going to be. */
export function loadLook(href: string): Promise<void> {
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = href
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, patienceMs)
    const done = (): void => {
      clearTimeout(patience)
      resolve()
    }
    sheet.addEventListener('load', done)
    sheet.addEventListener('error', () => {
      console.warn(`Could not load ${href}`)
      done()
    })
    document.head.append(sheet)
  })
}
