import { product, type OfferId } from '@parley/domain'
import type { ReactNode } from 'react'
import { createdText as words } from '../../text/deal.lazy.ts'
import { frameText, pageNames } from '../../text/frame.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Perforation } from '../../ui/Slip.tsx'
import { ShareButton } from '../../ui/CopyButton.tsx'
import { shorten } from '../../ui/Address.tsx'
import './Draft.css'

/** Shown after an offer was created: share it or continue. */
export function CreatedDialog({ offerId, onClose }: { offerId: OfferId; onClose: () => void }): ReactNode {
  const messages = useMessages()
  const link = new URL(`/p2p/${offerId}`, window.location.origin).href
  return (
    <Dialog open title={messages.successTitle} onClose={onClose} closeLabel={frameText.close}>
      <p className="created-lead">
        <Icon name="checkCircle" large />
        {messages.successText}
      </p>
      <p className="muted num">
        {pageNames.offer} {shorten(offerId)}. {words.next}
      </p>
      <p>{messages.successShare}</p>
      <Perforation />
      <div className="created-acts">
        <a
          className={buttonClass('stamp', true)}
          href={postIntent(link)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
        >
          {messages.successShareButton}
        </a>
        <div className="row">
          <CopyButton text={link} label={frameText.copyLink} doneLabel={words.copied} />
          <ShareButton url={link} text={words.share(product.name)} label={frameText.share} />
          <Button sentence onClick={onClose}>
            {messages.successClose}
          </Button>
        </div>
        <Link className={buttonClass('quiet', true)} href="/inbox#notifications" onClick={onClose}>
          <Icon name="bell" />
          {words.hear}
        </Link>
      </div>
    </Dialog>
  )
}

/** A pre-written post for the user to send. */
function postIntent(link: string): string {
  const query = new URLSearchParams({ text: words.share(product.name), url: link })
  return `https://twitter.com/intent/tweet?${query}`
}
