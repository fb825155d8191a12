import { Suspense, type ComponentProps, type ReactNode } from 'react'
import { ExamplePrints as Prints } from '../pages/CollectionList.tsx'

/**
 * The build uses these for drawing, in place of `pages/ExamplePrints.tsx`, which loads them later.
 *
 * @public
 */
export function ExamplePrints(props: ComponentProps<typeof Prints>): ReactNode {
  return (
    <Suspense fallback={null}>
      <Prints {...props} />
    </Suspense>
  )
}
