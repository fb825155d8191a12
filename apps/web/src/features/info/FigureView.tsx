import type { ReactNode } from 'react'
import type { Figure } from './ArticleView.tsx'
import { pictureSizes } from './pictures/pictureSizes.ts'

const files: Readonly<Record<string, string>> = import.meta.glob('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

interface FigureViewProps {
  readonly figure: Figure
  readonly theme: 'light' | 'dark'
}

/** A picture of a real screen in the light that the page has. Fetched when it comes near, in a place that is kept for it. */
export function FigureView({ figure: { picture, alt, caption }, theme }: FigureViewProps): ReactNode {
  const { width, height } = pictureSizes[picture]
  return (
    <figure className="article-figure">
      <img
        src={files[`./pictures/${picture}-${theme}.webp`]}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
