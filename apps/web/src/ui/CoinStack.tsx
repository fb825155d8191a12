import './CoinStack.css'
import type { ReactNode } from 'react'

/** Round and straight on the linoleum: no picture of an NFT can pass for money. */
export function CoinStack({ count = 3 }: { readonly count?: 1 | 3 }): ReactNode {
  return (
    <span className="coin-stack" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <svg key={at} viewBox="0 0 50 50">
          <circle className="coin-rim" cx="25" cy="25" r="24" />
          <circle className="coin-teeth" cx="25" cy="25" r="21.4" />
          <circle className="coin-face" cx="25" cy="25" r="18.6" />
          {petals.map((angle) => (
            <ellipse
              key={angle}
              className="coin-petal"
              cx="25"
              cy="14.2"
              rx="3.7"
              ry="7.4"
              transform={`rotate(${angle} 25 25)`}
            />
          ))}
          <circle className="coin-heart" cx="25" cy="25" r="5.6" />
        </svg>
      ))}
    </span>
  )
}

const petals = Array.from({ length: 12 }, (_, at) => at * 30)
