import { coinText, type Collection, findCollection, type Nft, nftKey, sharedTraits } from '@parley/domain'
import { contextRoutes, createClientOf, unixSeconds, type WireCollectionSwaps } from '@parley/protocol'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { traitsQuery } from '../../services/traitsQuery.ts'
import { type Session, useSession } from '../../services/Session.ts'
import { contextText as words } from '../../text/context.lazy.ts'
import { type Formatter, shortDate } from '../../text/format.ts'
import { Collapsible } from '../../ui/Collapsible.tsx'
import { Link } from '../../ui/Link.tsx'
import './DealContext.css'

const api = createClientOf(contextRoutes, '')

interface DealContextProps {
  /** What one gives and gets; the other way round it says the same. */
  readonly gives: readonly Nft[]
  readonly gets: readonly Nft[]
}

/** Last swaps of a deal's collections, and traits in common (decision I6). */
export default function DealContext({ gives, gets }: DealContextProps): ReactNode {
  const [open, setOpen] = useState(false)
  const { collections } = useSession().config
  const concerned = collectionsOf([...gets, ...gives], collections)
  if (concerned.length === 0) return null
  return (
    <section className="deal-context" aria-label={words.title}>
      <Collapsible open={open} onToggle={setOpen} title={<h2>{words.title}</h2>}>
        {open ? (
          <>
            <LastSwaps collections={concerned} />
            <SharedTraits gives={gives} gets={gets} collections={concerned} />
            <p className="muted">{words.fine}</p>
          </>
        ) : null}
      </Collapsible>
    </section>
  )
}

const maxCollections = 4

function collectionsOf(nfts: readonly Nft[], known: readonly Collection[]): readonly Collection[] {
  const contracts = [...new Set(nfts.map(({ contract }) => contract))]
  return contracts.flatMap((contract) => findCollection(known, contract) ?? []).slice(0, maxCollections)
}

function LastSwaps({ collections }: { collections: readonly Collection[] }): ReactNode {
  const { formatter } = useSession()
  const answers = useQueries({
    queries: collections.map(({ address }) => ({
      queryKey: ['stats', 'last-swaps', address] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => api.request('collectionSwaps', { params: { address }, signal }),
      staleTime: 0,
    })),
  })
  return collections.map(({ address, name }, at) => (
    <div key={address}>
      <h3>{words.last(name)}</h3>
      <Swaps answer={answers[at]?.data} isError={answers[at]?.isError === true} formatter={formatter} />
    </div>
  ))
}

interface SwapsProps {
  readonly answer: WireCollectionSwaps | undefined
  readonly isError: boolean
  readonly formatter: Formatter
}

function Swaps({ answer, isError, formatter }: SwapsProps): ReactNode {
  if (!answer) return <p className="muted">{isError ? words.unread : words.reading}</p>
  if (answer.swaps.length === 0) return <p className="muted">{words.none}</p>
  return (
    <ul className="num">
      {answer.swaps.map(({ offerId, at, offered, requested }) => (
        <li key={offerId}>
          <Link href={`/p2p/${offerId}`}>{at === null ? words.undated : shortDate(unixSeconds(at))}</Link>{' '}
          {words.swapped(sideText(offered, formatter), sideText(requested, formatter))}
        </li>
      ))}
    </ul>
  )
}

/** A list names this many, and counts the others. */
const maxNamed = 2

function sideText({ nfts, coins }: WireCollectionSwaps['swaps'][number]['offered'], formatter: Formatter): string {
  const names = nfts.slice(0, maxNamed).map(({ contract, tokenId }) => formatter.nft(contract, BigInt(tokenId)))
  const left = nfts.length - names.length
  const all = [...names, ...(left > 0 ? [`+${left}`] : []), ...(coins === '0' ? [] : [coinText(BigInt(coins))])]
  return all.join(', ') || words.nothing
}

/** Beyond this, comparing each with each would ask for too much. */
const maxCompared = 4

/** For each NFT that one gets, the one given of its collection that it has most in common with. */
function SharedTraits({
  gives,
  gets,
  collections,
}: DealContextProps & { collections: readonly Collection[] }): ReactNode {
  const session = useSession()
  const compared = collections.flatMap(({ address }) => {
    const of = (nfts: readonly Nft[]) => nfts.filter(({ contract }) => contract === address).slice(0, maxCompared)
    const given = of(gives)
    return given.length > 0 ? of(gets).map((got) => ({ got, given })) : []
  })
  const nfts = [
    ...new Map(compared.flatMap(({ got, given }) => [got, ...given]).map((nft) => [nftKey(nft), nft])).values(),
  ]
  const traits = useTraits(session, nfts)
  if (compared.length === 0) return null
  return (
    <div>
      <h3>{words.traits}</h3>
      <ul className="num">
        {compared.map(({ got, given }) => (
          <li key={nftKey(got)}>{sharedText(session.formatter, traits, got, given)}</li>
        ))}
      </ul>
    </div>
  )
}

type Traits = ReadonlyMap<string, readonly { readonly trait: string; readonly value: string }[] | undefined>

function sharedText(formatter: Formatter, traits: Traits, got: Nft, given: readonly Nft[]): string {
  const name = formatter.nft(got.contract, got.tokenId)
  const own = traits.get(nftKey(got))
  const others = given.flatMap((nft) => {
    const known = traits.get(nftKey(nft))
    return known ? [{ nft, known }] : []
  })
  if (!own || others.length < given.length) return `${name}: ${words.reading}`
  if (own.length === 0) return words.noTraits(name)
  const [closest] = others
    .map(({ nft, known }) => ({ nft, count: sharedTraits(own, known) }))
    .toSorted((one, other) => other.count - one.count)
  if (!closest) return name
  return words.shared(name, `#${closest.nft.tokenId}`, closest.count, own.length)
}

/** Traits by key, under the same names as in an NFT's details. An NFT whose metadata can't be read has none to compare. */
function useTraits({ api: pageApi }: Session, nfts: readonly Nft[]): Traits {
  return useQueries({
    queries: nfts.map((nft) => traitsQuery(pageApi, nft)),
    combine: (answers) => new Map(nfts.map((nft, at) => [nftKey(nft), answers[at]?.isError ? [] : answers[at]?.data])),
  })
}
