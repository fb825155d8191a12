import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/Skeleton.tsx'

const places = [0, 1, 2, 3, 4, 5, 6, 7]

/** Skeleton tiles while a wallet loads. */
export function TileSkeletons({ label }: { label: string }): ReactNode {
  return (
    <div className="tile-skeletons" role="status">
      <p className="caps">{label}</p>
      {places.map((place) => (
        <div key={place}>
          <span className="skeleton tile-skeleton" aria-hidden="true" />
          <Skeleton widthEm={6} />
          <Skeleton widthEm={4.5} heightEm={0.8} />
        </div>
      ))}
    </div>
  )
}
