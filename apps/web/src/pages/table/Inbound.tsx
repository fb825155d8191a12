import type { Address } from '@parley/domain'
import { type InboundChoice, inboundChoices } from '@parley/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { addressIn } from '../../services/drafts.ts'
import { memberApi } from '../../services/signIn.ts'
import { inboundText as words } from '../../text/table.lazy.ts'
import { shorten } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Collapsible } from '../../ui/Collapsible.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextField } from '../../ui/TextField.tsx'

type InboundChange = Partial<Record<'allow' | 'disallow' | 'block' | 'unblock', Address>> & { openTo?: InboundChoice }

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
        label={words.unblock}
        onRemove={(unblock) => void change({ unblock })}
      />
    </>
  )
}

function AllowForm({ onAllow }: { onAllow: (address: Address) => void }): ReactNode {
  const [text, setText] = useState('')
  const address = addressIn(text)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!address) return
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
          <Button sentence type="submit" disabled={!address}>
            {words.allow}
          </Button>
        }
      />
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
            <span className="num">{address}</span>
            <Button sentence onClick={() => onRemove(address)}>
              {label(shorten(address))}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
