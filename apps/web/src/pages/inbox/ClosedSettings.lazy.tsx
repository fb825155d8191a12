import type { Address, InboxKind } from '@parley/domain'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { inboxApi } from '../../services/inboxStore.ts'
import { useLive } from '../../services/queries.ts'
import {
  dropSubscription,
  isSubscribed,
  pushObstacle,
  renew,
  subscribe,
  unsubscribe,
} from '../../services/pushSubscription.ts'
import { heedSignedOut, useSignIn } from '../../services/signIn.ts'
import { shortDate } from '../../text/format.ts'
import { closedText as words, type PushTrouble } from '../../text/push.lazy.ts'
import { signInText } from '../../text/signIn.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'

/** What pushes are about, as people choose it. */
const groups = [
  {
    title: words.offers,
    text: words.offersText,
    kinds: ['offer-received', 'offer-accepted', 'offer-declined', 'offer-returned'],
  },
  { title: words.reminders, text: words.remindersText, kinds: ['expires-in-day', 'expires-in-hour'] },
  { title: words.tables, text: words.tablesText, kinds: ['table-answer', 'table-declined', 'table-lock'] },
  { title: words.escrow, text: words.escrowText, kinds: ['expired', 'not-returned', 'nft-moved'] },
] as const satisfies readonly { title: string; text: string; kinds: readonly InboxKind[] }[]

/** Where links to the settings lead. */
const anchor = 'notifications'

/** Notifications while no page is open: whether, about what, and until when (decision I2). */
export default function ClosedSettings({ viewer }: { viewer: Address }): ReactNode {
  const { status, session, problem, signIn, signOut } = useSignIn()
  const { status: link } = useLive()
  const isShown = link !== 'away' && status !== 'unknown'
  useEffect(() => {
    // It loads later, so the browser can't have scrolled to the link's anchor.
    if (isShown && window.location.hash === `#${anchor}`) document.getElementById(anchor)?.scrollIntoView()
  }, [isShown])
  if (!isShown) return null
  return (
    <section className="closed" id={anchor} aria-label={words.title}>
      <h2>{words.title}</h2>
      {session ? (
        <div className="closed-rows">
          <PushRows key={session.expiresAt} viewer={viewer} />
          <div className="closed-row">
            <div>
              <b>{words.until(shortDate(session.expiresAt))}</b>
              <small className="muted">{words.untilText}</small>
            </div>
            <Button
              sentence
              onClick={() =>
                void signOut({ everywhere: false }).then((isOut) => (isOut ? dropSubscription() : undefined))
              }
            >
              {words.signOut}
            </Button>
          </div>
        </div>
      ) : (
        <div className="closed-row">
          <div>
            <b>{words.notify}</b>
            <small className="muted">{problem ? signInText.problems[problem] : words.signInFirst}</small>
          </div>
          <Button sentence working={status === 'asking'} onClick={() => void signIn()}>
            {status === 'asking' ? signInText.asking : words.signIn}
          </Button>
        </div>
      )}
    </section>
  )
}

const settingsKey = (viewer: Address) => ['inbox-settings', viewer] as const
const subscribedKey = ['push-subscribed'] as const

async function rereadSettings(queries: QueryClient, viewer: Address): Promise<void> {
  await Promise.all([settingsKey(viewer), subscribedKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

function PushRows({ viewer }: { viewer: Address }): ReactNode {
  const queries = useQueryClient()
  const query = { as: viewer }
  const { data } = useQuery({
    queryKey: settingsKey(viewer),
    refetchOnMount: 'always',
    queryFn: () => inboxApi.request('inboxSettings', { query }),
  })
  const { data: isHere } = useQuery({ queryKey: subscribedKey, refetchOnMount: 'always', queryFn: isSubscribed })
  const [trouble, setTrouble] = useState<PushTrouble | null>(pushObstacle())
  const [isBusy, setBusy] = useState(false)
  const endedKey = data?.push.isEnded ? data.push.key : null
  useEffect(() => {
    if (endedKey === null) return
    void renew(viewer, endedKey).then((found) => {
      if (found) setTrouble(found)
      return rereadSettings(queries, viewer)
    })
  }, [endedKey, viewer, queries])
  if (!data) return null
  const { muted, push } = data
  const isOn = push.isOn && isHere === true
  const obstacle = push.key === null ? 'push-off' : trouble
  const run = async (work: () => Promise<PushTrouble | null>): Promise<void> => {
    setBusy(true)
    try {
      setTrouble(await work())
    } catch (error) {
      setTrouble(heedSignedOut(queries, error) ? 'signed-out' : 'failed')
    } finally {
      await rereadSettings(queries, viewer)
      setBusy(false)
    }
  }
  const toggle = (): Promise<void> =>
    run(async () => {
      if (!isOn) return push.key === null ? 'push-off' : subscribe(viewer, push.key, push.isEnded)
      await unsubscribe(viewer)
      return null
    })
  const change = (kinds: readonly InboxKind[], isMuted: boolean): Promise<void> =>
    run(async () => {
      const body = isMuted ? { mute: [...kinds], unmute: [] } : { mute: [], unmute: [...kinds] }
      queries.setQueryData(settingsKey(viewer), await inboxApi.request('changeInboxSettings', { query, body }))
      return null
    })
  return (
    <>
      <div>
        <Switch
          title={words.notify}
          text={words.notifyText}
          isOn={isOn}
          isBusy={isBusy}
          isOff={push.key === null || obstacle === 'unsupported' || obstacle === 'home-screen'}
          onToggle={() => void toggle()}
        />
        {obstacle ? (
          <div className="closed-trouble">
            <Note tone={obstacle === 'denied' || obstacle === 'failed' || obstacle === 'refused' ? 'warn' : 'plain'}>
              {words.states[obstacle]}
            </Note>
          </div>
        ) : null}
      </div>
      {groups.map(({ title, text, kinds }) => {
        const isHeard = kinds.some((kind) => !muted.includes(kind))
        return (
          <Switch
            key={title}
            title={title}
            text={text}
            isOn={isHeard}
            isBusy={isBusy}
            isOff={push.key === null}
            onToggle={() => void change(kinds, isHeard)}
          />
        )
      })}
    </>
  )
}

interface SwitchProps {
  readonly title: string
  readonly text: string
  readonly isOn: boolean
  readonly isBusy: boolean
  /** It can't be turned on here. */
  readonly isOff: boolean
  readonly onToggle: () => void
}

function Switch({ title, text, isOn, isBusy, isOff, onToggle }: SwitchProps): ReactNode {
  const textId = useId()
  return (
    <div className="closed-row">
      <div>
        <b>{title}</b>
        <small id={textId} className="muted">
          {text}
        </small>
      </div>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={isOn}
        aria-label={title}
        aria-describedby={textId}
        aria-busy={isBusy || undefined}
        disabled={isOff && !isOn}
        onClick={isBusy ? undefined : onToggle}
      />
    </div>
  )
}
