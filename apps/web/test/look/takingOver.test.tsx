import { act } from '@testing-library/react'
import { startTransition, Suspense, useEffect, type ReactNode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { afterEach, describe, expect, it } from 'vitest'
import { drawing, useIsDrawn } from '../../src/ui/useIsDrawn.ts'

let root: Root | undefined

afterEach(() => {
  act(() => root?.unmount())
  drawing.isOn = false
})

describe('given a page that a server has drawn', () => {
  it('hydrates its parts in tasks after that of its frame, and says last that it isn’t the drawing any more', async () => {
    const log: string[] = []
    const finished = Promise.withResolvers<void>()
    function Part({ isDrawn }: { readonly isDrawn: boolean }): ReactNode {
      useEffect(() => void log.push('part is there'), [])
      return <p>{isDrawn ? 'for anyone' : 'for you'}</p>
    }
    function Page(): ReactNode {
      const isDrawn = useIsDrawn()
      useEffect(() => {
        log.push(isDrawn ? 'frame is there' : 'taken over')
        if (isDrawn) queueMicrotask(() => log.push('end of the task'))
        else finished.resolve()
      }, [isDrawn])
      return (
        <Suspense fallback={null}>
          <Part isDrawn={isDrawn} />
        </Suspense>
      )
    }
    drawing.isOn = true
    const place = document.body.appendChild(document.createElement('div'))
    place.innerHTML = renderToString(<Page />)
    expect(place.textContent).toBe('for anyone')
    const before = place.querySelector('p')
    // As in a browser: `act` would do everything at once.
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
    startTransition(() => {
      root = hydrateRoot(place, <Page />)
    })
    await finished.promise
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
    expect(log).toEqual(['frame is there', 'end of the task', 'part is there', 'taken over'])
    expect(place.textContent).toBe('for you')
    expect(place.querySelector('p')).toBe(before)
  })
})
