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
 * A square picture. Its well is seen until it has loaded.
 *
 * A grid brings dozens at once, so loading renders nothing and animates nothing: an animated picture is a layer of its own. On failure it is requested once more with `retry=1`, which makes the server retry too; then the fallback text shows.
 */
export function Picture({ src, alt, missingLabel, eager = false }: PictureProps): ReactNode {
  const [failed, setFailed] = useState<{ src: string; attempt: Attempt }>({ src, attempt: 'first' })
  // A new picture resets the state.
  const attempt = failed.src === src ? failed.attempt : 'first'
  if (src === '' || attempt === 'missing') {
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
      key={`${src} ${attempt}`}
      className="picture"
      src={attempt === 'again' ? withRetry(src) : src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => setFailed({ src, attempt: attempt === 'first' ? 'again' : 'missing' })}
    />
  )
}

function withRetry(src: string): string {
  return `${src}${src.includes('?') ? '&' : '?'}retry=1`
}
