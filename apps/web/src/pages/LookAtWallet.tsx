import { type ReactNode, useId, useState } from 'react'
import { lookText as words } from '../text/wallet.lazy.ts'
import { navigate } from '../ui/navigation.ts'

/** The wallet's page checks its checksum. That code is not for a landing page. */
const looksLikeAddress = /^0x[0-9a-f]{40}$/i

/**
 * A field for any address, which leads to that wallet's page. Needs no connection.
 *
 * Field and button are its own: the shared ones would load all that pages with a wallet need.
 */
export function LookAtWallet(): ReactNode {
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  const reasonId = useId()
  return (
    <section className="prices look-at-wallet" aria-labelledby="look-at-wallet">
      <div>
        <h2 id="look-at-wallet">{words.title}</h2>
        <p>{words.text}</p>
      </div>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const address = text.trim()
          if (looksLikeAddress.test(address)) navigate(`/wallet/${address}`)
          else setRefused(true)
        }}
      >
        <label>
          <span className="caps">{words.label}</span>
          <input
            value={text}
            placeholder="0x…"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? reasonId : undefined}
            onChange={(event) => {
              setText(event.target.value)
              setRefused(false)
            }}
          />
        </label>
        <button type="submit" className="btn btn-outline btn-sentence">
          {words.act}
        </button>
        {isRefused ? (
          <p id={reasonId} role="alert">
            {words.invalid}
          </p>
        ) : null}
      </form>
    </section>
  )
}
