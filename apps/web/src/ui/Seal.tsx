import type { ReactNode } from 'react'
import './Seal.css'

/** The verified mark, or a dashed ring if unverified. Beside a name, never on a picture. */
export function Seal({ verified, label }: { verified: boolean; label: string }): ReactNode {
  return verified ? (
    <svg className="seal" viewBox="0 0 14 14" role="img" aria-label={label}>
      <path
        fill="currentColor"
        d="M7 0l1.9 1.3 2.3-.1.7 2.2 1.9 1.3L13 7l.8 2.3-1.9 1.3-.7 2.2-2.3-.1L7 14l-1.9-1.3-2.3.1-.7-2.2L.2 9.3 1 7 .2 4.7l1.9-1.3.7-2.2 2.3.1z"
      />
      <path className="seal-tick" d="M4.2 7.2l2 1.9 3.6-4" />
    </svg>
  ) : (
    <svg className="seal seal-open" viewBox="0 0 14 14" role="img" aria-label={label}>
      <circle cx="7" cy="7" r="5.6" />
      <path d="M7 4.2v3.4M7 9.6v.1" />
    </svg>
  )
}
