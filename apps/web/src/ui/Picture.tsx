import { useState, type ReactNode } from 'react'
import './Picture.css'

interface PictureProps {
  /** Empty where there is none. */
  readonly src: string
  readonly alt: string
  /** Words in place of a picture that cannot be had. */
  readonly missingLabel: string
  readonly eager?: boolean
}

type Attempt = 'first' | 'again' | 'missing'

/**
 * A square picture. Until it has come a quiet skeleton stands in its place; when it fails it is asked for once more
 * (`retry=1`, which tells the server to try again too), and then the words stand there.
 */
export function Picture({ src, alt, missingLabel, eager = false }: PictureProps): ReactNode {
  const [state, setState] = useState<{ src: string; attempt: Attempt; loaded: boolean }>({
    src,
    attempt: 'first',
    loaded: false,
  })
  // Another picture starts anew.
  const now = state.src === src ? state : { src, attempt: 'first' as const, loaded: false }
  if (src === '' || now.attempt === 'missing') {
    return (
      <span
        className="picture picture-missing"
        role="img"
        aria-label={alt ? `${alt}: ${missingLabel}` : undefined}
        aria-hidden={alt === '' || undefined}
      >
        <span aria-hidden="true">{missingLabel}</span>
      </span>
    )
  }
  return (
    <img
      key={`${src} ${now.attempt}`}
      className={now.loaded ? 'picture' : 'picture picture-loading'}
      src={now.attempt === 'again' ? withRetry(src) : src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onLoad={() => setState({ ...now, loaded: true })}
      onError={() => setState({ ...now, attempt: now.attempt === 'first' ? 'again' : 'missing' })}
    />
  )
}

function withRetry(src: string): string {
  return src.startsWith('data:') ? src : `${src}${src.includes('?') ? '&' : '?'}retry=1`
}
