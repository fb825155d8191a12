import { useEffect } from 'react'

let name = document.title
let count = 0

function show(): void {
  document.title = count > 0 ? `(${count}) ${name}` : name
}

/** How many things wait for the reader, in front of the title. */
export function setTitleCount(waiting: number): void {
  count = waiting
  show()
}

/** The title of the page that is on screen. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    name = title
    show()
  }, [title])
}
