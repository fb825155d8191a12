import { useEffect } from 'react'

let name = document.title
let count = 0

function show(): void {
  document.title = count > 0 ? `(${count}) ${name}` : name
}

/** Sets the count shown before the title. */
export function setTitleCount(waiting: number): void {
  count = waiting
  show()
}

/** Sets the title of the current page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    name = title
    show()
  }, [title])
}
