import { useState, type ReactNode } from 'react'
import './Picture.css'

interface PictureProps {
  /** An address with a query; empty if there is no picture. */
  readonly src: string
  readonly alt: string
  /** Shown in place of a picture that failed to load. */
  readonly missingLabel: string
  readonly eager?: boolean
}

/**
 * A square picture. Its well is seen until it has loaded.
 *
 * A grid brings dozens at once, so loading renders nothing and animates nothing: an animated picture is a layer of its own. On failure it is requested once more with `retry=1`, which makes the server retry too; then the fallback text shows.
 */
export function Picture({ src, alt, missingLabel, eager = false }: PictureProps): ReactNode {
  const [failed, setFailed] = useState({ src, times: 0 })
  // A new picture resets the state.
  const times = failed.src === src ? failed.times : 0
  if (src === '' || times > 1) {
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
      // Without the version: after a reveal the old picture stays until the new one has loaded.
      key={`${src.split('&v')[0]} ${times}`}
      className="picture"
      src={times > 0 ? `${src}&retry=1` : src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => setFailed({ src, times: times + 1 })}
    />
  )
}
