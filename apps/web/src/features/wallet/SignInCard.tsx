import type { ReactNode } from 'react'
import { useSignIn } from '../../services/signIn.ts'
import { signInText } from '../../text/signIn.lazy.ts'
import { ConnectCard } from '../../ui/ConnectCard.tsx'
import { Note } from '../../ui/Note.tsx'

/** Asks the connected wallet to sign in: what for, and that it costs nothing. @param props.lead why it is asked again. */
export function SignInCard({ lead }: { lead?: string | undefined }): ReactNode {
  const { status, isOther, problem, signIn } = useSignIn()
  const asking = status === 'asking'
  // The answer comes at once, and who is signed in sees no card.
  if (status === 'unknown') return null
  return (
    <ConnectCard
      title={signInText.title}
      text={
        <>
          {lead === undefined ? null : (
            <p role="status">
              <b>{lead}</b>
            </p>
          )}
          <p>{signInText.tables}</p>
          <p>{signInText.cost}</p>
          <p className="muted">{signInText.lasts}</p>
        </>
      }
      label={asking ? signInText.asking : signInText.signIn}
      connecting={asking}
      onConnect={() => void signIn()}
      also={<SignInNotes problem={problem} isOther={isOther} />}
    />
  )
}

/** Why it did not work. A no in the wallet is no failure. */
function SignInNotes({ problem, isOther }: Pick<ReturnType<typeof useSignIn>, 'problem' | 'isOther'>): ReactNode {
  if (problem) return <Note tone={problem === 'rejected' ? 'plain' : 'warn'}>{signInText.problems[problem]}</Note>
  return isOther ? <Note tone="plain">{signInText.otherWallet}</Note> : null
}
