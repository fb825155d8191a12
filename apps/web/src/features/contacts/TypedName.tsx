import { type Address, nameServiceOf } from '@parley/domain'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../services/Session.ts'
import { addressText as words } from '../../text/contacts.lazy.ts'
import { WholeAddress } from '../../ui/Address.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { importOnce } from '../../ui/lazy.ts'

// Normalising names takes tables of all scripts.
const loadNames = importOnce(() => import('../../services/domainNames.lazy.ts'))

/** A name that was typed for an address: where it leads, in full, to be taken by a press. */
export function TypedName({ text, onAddress }: { text: string; onAddress: (address: Address) => void }): ReactNode {
  const session = useSession()
  const name = text.trim().toLowerCase()
  const { data, isError } = useQuery({
    queryKey: ['typed-name', name],
    queryFn: async () => (await loadNames()).resolveName(session, name),
    staleTime: 60_000,
    gcTime: 60_000,
  })
  if (data?.kind === 'found') return <Found key={data.address} {...data} onAddress={onAddress} />
  const ending = nameServiceOf(name) === 'ens' ? '.eth' : '.avax'
  return (
    <p className={data || isError ? 'field-warning' : 'muted'} role="status">
      {isError
        ? words.unreadName(name)
        : data?.kind === 'none'
          ? words.noName(name)
          : data?.kind === 'bad'
            ? words.badName(name)
            : data?.kind === 'off'
              ? words.offName(ending)
              : words.readName(name)}
    </p>
  )
}

interface FoundProps {
  readonly name: string
  readonly address: Address
  readonly code: string | null
  readonly onAddress: (address: Address) => void
}

function Found({ name, address, code, onAddress }: FoundProps): ReactNode {
  const session = useSession()
  const [state, setState] = useState<'shown' | 'checking' | 'denied'>('shown')
  const take = async (): Promise<void> => {
    setState('checking')
    const { confirmName } = await loadNames()
    if (await confirmName(session, name, address)) onAddress(address)
    else setState('denied')
  }
  return (
    <div className="typed-name" role="status">
      <p>
        {words.leadsTo(name)} <Avatar seed={address} sizePx={24} /> <WholeAddress address={address} />
      </p>
      {code ? (
        <p className="field-warning">
          {words.foreignLetters} <code className="plain-name">{code}</code>
        </p>
      ) : null}
      {state === 'denied' ? (
        <p className="field-problem">{words.otherName(name)}</p>
      ) : (
        <>
          <Button look="primary" sentence working={state === 'checking'} onClick={() => void take()}>
            {state === 'checking' ? words.checkingName : words.takeName}
          </Button>
          <p className="muted">{words.nameOwner}</p>
        </>
      )}
    </div>
  )
}

/** What a name service calls an address, checked both ways. Never without the address beside it. */
export function useDomainName(address: Address): string | null {
  const session = useSession()
  const isOn = session.config.avvy !== undefined || session.config.ens !== undefined
  const { data = null } = useQuery({
    queryKey: ['domain-name', address],
    queryFn: async () => (await loadNames()).nameOf(session, address),
    enabled: isOn,
    gcTime: 60_000,
    staleTime: 600_000,
  })
  return data
}
