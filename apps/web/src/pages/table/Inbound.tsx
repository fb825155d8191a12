import type { Address } from '@parley/domain'
import { type InboundChoice, inboundChoices } from '@parley/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { contactList } from '../../services/contacts.ts'
import { keepBlocked } from '../../features/offers/useBlocking.ts'
import { addressIn } from '../../services/drafts.ts'
import LookAlikeStop from '../../features/contacts/LookAlikeStop.tsx'
import { useCounterparties } from '../../features/contacts/useCounterparties.ts'
import { Nickname, people } from '../../services/people.tsx'
import { memberApi } from '../../services/signIn.ts'
import { inboundText as words } from '../../text/inbound.lazy.ts'
import { tableSlipText } from '../../text/table.lazy.ts'
import { shorten } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Collapsible } from '../../ui/Collapsible.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextField } from '../../ui/TextField.tsx'

type InboundChange = Partial<Record<'allow' | 'disallow' | 'block' | 'unblock', Address>> & {
  openTo?: InboundChoice
  allowAll?: Address[]
}

/** Who may open a table with the viewer, and whom they have blocked (decision N7). */
export function Inbound({ viewer }: { viewer: Address }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <div className="inbound">
      <Collapsible title={<h3>{words.title}</h3>} open={open} onToggle={setOpen}>
        <InboundForm viewer={viewer} />
      </Collapsible>
    </div>
  )
}

function InboundForm({ viewer }: { viewer: Address }): ReactNode {
  const queries = useQueryClient()
  const queryKey = ['inbound', viewer]
  const query = { as: viewer }
  const { data, isError } = useQuery({
    queryKey,
    queryFn: () => memberApi.request('inbound', { query }),
    staleTime: 0,
  })
  const [failed, setFailed] = useState(false)
  const change = async (body: InboundChange): Promise<void> => {
    // The choice shows at once, and goes back if it isn't saved.
    if (data && body.openTo) queries.setQueryData(queryKey, { ...data, openTo: body.openTo })
    try {
      queries.setQueryData(queryKey, await memberApi.request('changeInbound', { query, body }))
      // Allowing ends a block as well. Its offers are shown again.
      const welcome = body.unblock ?? body.allow
      if (welcome) keepBlocked(welcome, false)
      setFailed(false)
    } catch {
      queries.setQueryData(queryKey, data)
      setFailed(true)
    }
  }
  if (!data) return isError ? <Note tone="bad">{words.failed}</Note> : null
  return (
    <>
      <fieldset className="inbound-choices">
        <legend className="unseen">{words.title}</legend>
        {inboundChoices.map((openTo) => (
          <label key={openTo}>
            <input
              type="radio"
              name="inbound"
              checked={data.openTo === openTo}
              onChange={() => void change({ openTo })}
            />
            {words.choices[openTo]} <small className="muted">{words.notes[openTo]}</small>
          </label>
        ))}
      </fieldset>
      {failed ? (
        <Note tone="bad" role="alert">
          {words.failed}
        </Note>
      ) : null}
      {data.openTo === 'known' ? (
        <>
          <AllowContacts
            listed={[viewer, ...data.allowed, ...data.blocked]}
            onAllow={(allowAll) => void change({ allowAll })}
          />
          <AllowForm onAllow={(allow) => void change({ allow })} />
          <People
            title={words.allowed}
            people={data.allowed}
            label={words.disallow}
            onRemove={(disallow) => void change({ disallow })}
          />
        </>
      ) : null}
      <People
        title={words.blocked}
        people={data.blocked}
        label={tableSlipText.unblock}
        onRemove={(unblock) => void change({ unblock })}
      />
    </>
  )
}

/** Contacts are kept in this browser alone, so the viewer lets the server know which wallets they are. */
function AllowContacts({ listed, onAllow }: { listed: readonly Address[]; onAllow: (all: Address[]) => void }) {
  const contacts = useStore(contactList)
  const fresh = contacts.map(({ address }) => address).filter((address) => !listed.includes(address))
  if (fresh.length === 0) return null
  return (
    <div className="inbound-contacts">
      <Button sentence onClick={() => onAllow(fresh)}>
        {words.allowContacts(fresh.length)}
      </Button>
      <small className="muted">{words.allowContactsFine}</small>
    </div>
  )
}

function AllowForm({ onAllow }: { onAllow: (address: Address) => void }): ReactNode {
  const [text, setText] = useState('')
  const address = addressIn(text)
  const isStopped = useStore(people, (now) => address !== null && now.holds(address) === 'stopped')
  const isUsable = useCounterparties() !== 'reading' && address !== null && !isStopped
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isUsable) return
        onAllow(address)
        setText('')
      }}
    >
      <TextField
        label={words.allowLabel}
        value={text}
        placeholder="0x…"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        end={
          <Button sentence type="submit" disabled={!isUsable}>
            {words.allow}
          </Button>
        }
      />
      {isStopped && address ? <LookAlikeStop address={address} onKnown={setText} /> : null}
    </form>
  )
}

interface PeopleProps {
  readonly title: string
  readonly people: readonly Address[]
  readonly label: (who: string) => string
  readonly onRemove: (address: Address) => void
}

function People({ title, people, label, onRemove }: PeopleProps): ReactNode {
  if (people.length === 0) return null
  return (
    <div className="inbound-people">
      <h4>{title}</h4>
      <ul>
        {people.map((address) => (
          <li key={address}>
            <span className="num">
              <Nickname of={address} />
              {address}
            </span>
            <Button sentence onClick={() => onRemove(address)}>
              {label(shorten(address))}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
