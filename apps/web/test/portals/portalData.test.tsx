import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode, startTransition, Suspense, useMemo, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { type PortalRoute, generalPortal } from '../../src/portals/portalRoutes.ts'
import { fetchPortal, usePortalData } from '../../src/portals/portalData.ts'

/** A route whose portal loads when the test releases it. */
function routeThatWaits(key: string): { readonly portalRoute: PortalRoute; readonly letIn: () => void } {
  let letIn = (): void => undefined
  const portal = new Promise<typeof generalPortal>((resolve) => {
    letIn = () => resolve(generalPortal)
  })
  return {
    portalRoute: { key, name: key, path: `/${key}`, paths: [`/${key}`], load: () => portal },
    letIn: () => letIn(),
  }
}

const failures: unknown[] = []

class Fence extends Component<{ readonly children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: unknown): void {
    failures.push(error)
  }
  override render(): ReactNode {
    return this.state.failed ? 'failed' : this.props.children
  }
}

function Place({ portalRoute }: { portalRoute: PortalRoute }): ReactNode {
  const data = usePortalData(portalRoute)
  const heading = useMemo(() => data.heading.title, [data])
  const [seen] = useState(heading)
  return <h1>{seen}</h1>
}

afterEach(() => {
  cleanup()
  failures.length = 0
})

describe('given a portal that comes while its page is being drawn', () => {
  it('waits, and goes on with the hooks it began with', async () => {
    const { portalRoute, letIn } = routeThatWaits('during')
    function Page(): ReactNode {
      const [isShown, setShown] = useState(false)
      if (isShown) return <Place portalRoute={portalRoute} />
      return <button onClick={() => startTransition(() => setShown(true))}>show</button>
    }
    const complaints: unknown[] = []
    render(
      <Fence>
        <Suspense fallback="coming">
          <Page />
        </Suspense>
      </Fence>,
      { onRecoverableError: (error) => complaints.push(error) },
    )
    await act(async () => {
      screen.getByRole('button').click()
      letIn()
    })
    expect(await screen.findByRole('heading', { name: generalPortal.heading.title })).toBeTruthy()
    expect([failures, complaints]).toEqual([[], []])
  })
})

describe('given a portal that came before its page was drawn', () => {
  it('is drawn at once, without a waiting line', async () => {
    const { portalRoute, letIn } = routeThatWaits('before')
    letIn()
    await fetchPortal(portalRoute)
    render(
      <Suspense fallback="coming">
        <Place portalRoute={portalRoute} />
      </Suspense>,
    )
    expect(screen.getByRole('heading', { name: generalPortal.heading.title })).toBeTruthy()
  })
})
