import { useState, type ReactNode } from 'react'
import './Picture.css'

interface PictureProps {
  /** Empty if there is none. */
  readonly src: string
  readonly alt: string
  /** Shown in place of a picture that failed to load. */
  readonly missingLabel: string
  readonly eager?: boolean
}

type Attempt = 'first' | 'again' | 'missing'

/**
 * A square picture with a skeleton while loading.
 *
 * On failure it is requested once more with `retry=1`, which makes the server retry too; then the fallback text shows.
 */
export function Picture({ src, alt, missingLabel, eager = false }: PictureProps): ReactNode {
  const [state, setState] = useState<{ src: string; attempt: Attempt; loaded: boolean }>({
    src,
    attempt: 'first',
    loaded: false,
  })
  // A new picture resets the state.
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
