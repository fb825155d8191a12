import { updateFeeCall, withdrawFeesCall } from '@parley/chain'
import { parseCoin } from '@parley/domain'
import { formatEther } from 'viem/utils'
import { useState, type ReactNode } from 'react'
import { adminText, adminMessages } from '../../text/admin.ts'
import { renderMessage } from '../../text/message.ts'
import { useSession } from '../../services/Session.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AdminSection } from './AdminSection.tsx'
import { CallData } from './CallData.tsx'
import { type Panel, useOwnerAct } from './useOwnerAct.ts'

const stepCoin = '0.001'

/** Sets the platform fee up to its ceiling, showing old and new side by side. */
export function FeeSection({ panel }: { panel: Panel }): ReactNode {
  const { config } = useSession()
  const act = useOwnerAct(panel)
  const [text, setText] = useState('')
  const { feeWei, maxFeeWei } = panel.state
  const { symbol } = config.nativeCurrency
  const exact = (wei: bigint) => `${formatEther(wei)} ${symbol}`
  const typedWei = parseCoin(text)
  const wanted = typedWei !== null && typedWei <= maxFeeWei ? typedWei : null

  const update = (): void => {
    if (!panel.isOwner) return act.refuse(renderMessage(adminMessages, 'adminFeesOwnerOnly'))
    if (typedWei === null) return act.refuse(renderMessage(adminMessages, 'adminFeeInvalid'))
    if (typedWei > maxFeeWei)
      return act.refuse(renderMessage(adminMessages, 'adminFeeAbove', { maximum: exact(maxFeeWei) }))
    // Keeps what was typed while it ran.
    const clear = (): void => setText((now) => (now === text ? '' : now))
    act.ask(
      adminText.feeAsk(exact(feeWei), exact(typedWei)),
      updateFeeCall(panel.escrow, typedWei),
      'adminFeeDone',
      clear,
    )
  }
  return (
    <AdminSection
      title={adminText.feeTitle}
      hint={adminText.feeHint(exact(maxFeeWei))}
      act={act}
      yes={adminText.feeAct}
    >
      <form
        className="admin-row"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!act.busy) update()
        }}
      >
        <TextField
          label={adminText.feeLabel}
          // A number input would hide invalid text; the arrow keys still step.
          type="text"
          inputMode="decimal"
          role="spinbutton"
          aria-valuenow={typedWei === null ? undefined : Number(formatEther(typedWei))}
          aria-valuemin={0}
          aria-valuemax={Number(formatEther(maxFeeWei))}
          step={stepCoin}
          placeholder={formatEther(feeWei)}
          value={text}
          invalid={text !== '' && wanted === null}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            const direction = { ArrowUp: 1n, ArrowDown: -1n }[event.key]
            if (direction === undefined || act.field.readOnly) return
            event.preventDefault()
            setText(stepped(typedWei ?? feeWei, direction, maxFeeWei))
          }}
          end={<span className="muted">{symbol}</span>}
          {...act.field}
        />
        <Button type="submit" look="primary" sentence {...act.button}>
          {adminText.feeAct}
        </Button>
      </form>
      <p className="admin-change num" role="status">
        <span>
          <small>{adminText.feeBefore}</small>
          {exact(feeWei)}
        </span>
        <Icon name="right" />
        <span>
          <small>{adminText.feeAfter}</small>
          {wanted === null ? '–' : exact(wanted)}
        </span>
      </p>
      <CallData panel={panel} call={wanted === null ? null : updateFeeCall(panel.escrow, wanted)} />
    </AdminSection>
  )
}

const stepWei = parseCoin(stepCoin) ?? 0n

/** The next multiple of the step, between zero and the ceiling. */
function stepped(wei: bigint, direction: bigint, maximumWei: bigint): string {
  const next = wei + direction * stepWei
  const within = next < 0n ? 0n : next > maximumWei ? maximumWei : next
  return formatEther(within)
}

/** Withdraws the fees. */
export function WithdrawSection({ panel }: { panel: Panel }): ReactNode {
  const { config } = useSession()
  const act = useOwnerAct(panel)
  const { owner, balanceWei } = panel.state
  const call = withdrawFeesCall(panel.escrow)

  const withdraw = (): void => {
    if (!panel.isOwner)
      return act.refuse(renderMessage(adminMessages, 'adminNotTheOwner', { owner: owner ?? adminText.nobody }))
    if (balanceWei === 0n) return act.refuse(renderMessage(adminMessages, 'adminNoFees'))
    act.ask(adminText.withdrawAsk(panel.viewer), call, 'adminWithdrawDone')
  }
  return (
    <AdminSection title={adminText.withdrawTitle} hint={adminText.withdrawHint} act={act} yes={adminText.withdrawAct}>
      <div className="admin-row">
        <p className="admin-amount num">
          {formatEther(balanceWei)} <small>{config.nativeCurrency.symbol}</small>
        </p>
        <Button sentence {...act.button} onClick={withdraw}>
          {adminText.withdrawAct}
        </Button>
      </div>
      <CallData panel={panel} call={call} />
    </AdminSection>
  )
}
