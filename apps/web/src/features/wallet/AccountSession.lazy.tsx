import type { ReactNode } from 'react'
import { useSignIn } from '../../services/signIn.ts'
import { longDate } from '../../text/format.ts'
import { signInText } from '../../text/signIn.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Line, Lines } from '../../ui/Lines.tsx'
import { Note } from '../../ui/Note.tsx'

/** Until when the wallet is signed in, and the ways out. Signed out, the wallet stays connected. */
export default function AccountSession(): ReactNode {
  const { session, signOut, problem } = useSignIn()
  if (!session) return null
  return (
    <section className="account-session">
      <Lines>
        <Line name={signInText.until}>{longDate(session.expiresAt)}</Line>
      </Lines>
      <div className="row account-acts">
        <Button sentence onClick={() => void signOut({ everywhere: false })}>
          {signInText.out}
        </Button>
        <Button sentence onClick={() => void signOut({ everywhere: true })}>
          {signInText.outEverywhere}
        </Button>
      </div>
      <p className="muted">{signInText.outEverywhereNote}</p>
      {problem ? <Note tone="bad">{signInText.problems[problem]}</Note> : null}
    </section>
  )
}
