import { collectionName, locale, nftKey, parseAddress, product, sameAddress, type Address } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { TileSkeletons } from '../features/holdings/TileSkeletons.tsx'
import { useHoldings, type Holdings } from '../features/holdings/useHoldings.ts'
import { frameText, pageNames } from '../text/frame.ts'
import { gridText } from '../text/swap.ts'
import { walletPageText as words } from '../text/wallet.lazy.ts'
import { setRecipient } from '../services/drafts.ts'
import { ExplorerLink } from '../services/ExplorerLink.tsx'
import { Nickname } from '../services/people.tsx'
import { useNftDetails } from '../services/nftDetails.tsx'
import { toNftView } from '../services/nftView.ts'
import { usePortal, useMessages } from '../services/Portal.ts'
import { useSession } from '../services/Session.ts'
import { useAccount } from '../services/walletConnection.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Empty, Note } from '../ui/Note.tsx'
import { Link } from '../ui/Link.tsx'
import { navigate, usePageTitle } from '../ui/navigation.ts'
import { Print } from '../ui/Print.tsx'
import { shorten } from '../ui/Address.tsx'
import { Slip } from '../ui/Slip.tsx'
import './WalletPage.css'

/** Any wallet's supported NFTs, to look at. Needs no connection. */
export default function WalletPage({ addressText }: { addressText: string }): ReactNode {
  const reading = parseAddress(addressText)
  usePageTitle(`${product.name}: ${words.title.toLowerCase()} ${shorten(addressText)}`)
  return 'address' in reading ? <WalletOf address={reading.address} /> : <NoWallet />
}

function NoWallet(): ReactNode {
  const { path } = usePortal()
  return (
    <div className="no-wallet" role="alert">
      <Slip
        title={words.malformed}
        level="h1"
        stub={
          <Link className={buttonClass('stamp', true)} href={path}>
            {words.toTable}
          </Link>
        }
      >
        <p>{words.malformedText}</p>
      </Slip>
    </div>
  )
}

function WalletOf({ address }: { address: Address }): ReactNode {
  const { drafts } = useSession()
  const { key, path } = usePortal()
  const account = useAccount()
  const isOwn = account !== null && sameAddress(account, address)
  const holdings = useHoldings(address, 'offered')
  const trade = (): void => {
    setRecipient(drafts.of(key), address)
    navigate(path)
  }
  return (
    <>
      <div className="intro wallet-intro">
        <div>
          <h1>
            <Avatar seed={address} sizePx={32} /> <Nickname of={address} /> {words.title} {shorten(address)}
          </h1>
          <p className="num wallet-address">
            <ExplorerLink to={{ address }}>{address}</ExplorerLink>
          </p>
          <p>{isOwn ? words.own : words.lead}</p>
        </div>
        <div className="intro-state">
          <CopyButton text={address} label={frameText.copyAddress} doneLabel={frameText.copied} />
          {isOwn ? (
            <Link className={buttonClass('outline', true)} href="/escrow">
              {pageNames.escrow}
            </Link>
          ) : (
            <Button look="primary" sentence onClick={trade}>
              {words.trade}
            </Button>
          )}
        </div>
      </div>
      <WalletNfts holdings={holdings} />
    </>
  )
}

/** Prints at first, and each time more are asked for. */
const printsAtOnce = 60

function WalletNfts({ holdings }: { holdings: Holdings }): ReactNode {
  const messages = useMessages()
  const { collections } = useSession().config
  const [count, setCount] = useState(printsAtOnce)
  const { openerOf, details } = useNftDetails()
  const { status, nfts, unreadable, readUpTo } = holdings
  if (status === 'loading' || status === 'idle') return <TileSkeletons label={messages.ownLoading} />
  if (status === 'failed') {
    return (
      <Note
        tone="bad"
        role="alert"
        action={
          <Button sentence working={holdings.refreshing} onClick={() => void holdings.refresh()}>
            {frameText.tryAgain}
          </Button>
        }
      >
        {words.failed}. {words.failedText}
      </Note>
    )
  }
  const left = nfts.length - count
  return (
    <section className="wallet-nfts" aria-label={words.list(number(nfts.length))}>
      <h2>{words.list(number(nfts.length))}</h2>
      {unreadable.length > 0 ? (
        <Note tone="warn">
          {words.unreadable(unreadable.map((contract) => collectionName(collections, contract)).join(', '))}
        </Note>
      ) : null}
      {readUpTo === null ? null : <Note tone="plain">{words.cut(number(readUpTo))}</Note>}
      {nfts.length === 0 && unreadable.length === 0 ? <Empty title={words.empty}>{words.emptyText}</Empty> : null}
      <ul className="prints">
        {nfts.slice(0, count).map((nft) => (
          <Print
            key={nftKey(nft)}
            {...toNftView(nft, messages.noImage)}
            link={<ExplorerLink to={{ nft }} />}
            open={openerOf(nft)}
            {...(nft.escrowedBy && { tag: { icon: 'lock', words: gridText.inEscrow } as const })}
          />
        ))}
      </ul>
      {details}
      {left > 0 ? (
        <Button sentence onClick={() => setCount(count + printsAtOnce)}>
          {words.more(number(left))}
        </Button>
      ) : null}
    </section>
  )
}

function number(count: number): string {
  return count.toLocaleString(locale)
}
