import { frameText } from '../../text/frame.ts'
import { voiceNameSchema } from '@parley/protocol'
import { useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { callText } from '../../text/call.lazy.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { shorten } from '../../ui/Address.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { Call } from './call/Call.ts'
import { keepHabits, readHabits } from './call/remembered.ts'
import type { Ticket } from './call/CallState.ts'
import { isPrivateRoom, problemText } from './voiceNames.ts'
import { LevelMeter } from './LevelMeter.tsx'
import './SettingsDialog.css'

interface SettingsDialogProps {
  readonly call: Call
  readonly room: string
  readonly signIn: NonNullable<Ticket['signIn']>
  readonly open: boolean
  readonly onClose: () => void
}

/** Microphone, name and what others may learn: before joining and within a call. */
export function SettingsDialog({ call, room, signIn, open, onClose }: SettingsDialogProps): ReactNode {
  return (
    <Dialog open={open} title={callText.settingsTitle} closeLabel={frameText.close} onClose={onClose}>
      <div className="voice-settings">
        <Problem call={call} />
        <MicrophoneField call={call} />
        {isPrivateRoom(room) ? (
          <p className="muted">{callText.namePrivate}</p>
        ) : (
          <WhoField call={call} signIn={signIn} />
        )}
        <HideField call={call} />
        <KeysField />
        <Link href="/voice-test">{callText.help}</Link>
        <Button sentence onClick={onClose}>
          {frameText.close}
        </Button>
      </div>
    </Dialog>
  )
}

function MicrophoneField({ call }: { call: Call }): ReactNode {
  const microphones = useStore(call.store, (state) => state.microphones)
  const chosen = useStore(call.store, (state) => state.microphoneId)
  const level = useStore(call.store, (state) => state.level)
  return (
    <div>
      <Select
        label={callText.microphone}
        value={chosen ?? ''}
        choices={microphones.map(({ id, label }) => ({ value: id, label }))}
        onChange={(id) => void call.chooseMicrophone(id)}
      />
      <LevelMeter level={level} />
    </div>
  )
}

/** What went wrong in here: another microphone that does not start, a wallet that would not sign. */
function Problem({ call }: { call: Call }): ReactNode {
  const words = problemText(useStore(call.store, (state) => state.problem))
  if (words === null) return null
  return (
    <Note tone="bad" role="alert">
      {words}
    </Note>
  )
}

/** In open rooms a visitor uses any name, or a wallet address proven by a signature. */
function WhoField({ call, signIn }: Pick<SettingsDialogProps, 'call' | 'signIn'>): ReactNode {
  const account = useAccount()
  const [byAddress, setByAddress] = useState(() => readHabits().byAddress)
  const choose = async (wanted: boolean): Promise<void> => {
    setByAddress(wanted)
    await call.setByAddress(wanted, signIn)
    setByAddress(readHabits().byAddress)
  }
  return (
    <>
      {byAddress ? null : <NameField />}
      <div>
        <label className="voice-check">
          <input
            type="checkbox"
            checked={byAddress}
            disabled={account === null}
            onChange={(event) => void choose(event.target.checked)}
          />
          {callText.byAddress}
        </label>
        <p className="voice-hint muted">
          {account === null ? callText.byAddressNoWallet : callText.byAddressHint(shorten(account))}
        </p>
      </div>
    </>
  )
}

function NameField(): ReactNode {
  const [name, setName] = useState(() => readHabits().name)
  const wrong = name !== '' && !voiceNameSchema.safeParse(name).success
  return (
    <div>
      <TextField
        label={callText.name}
        value={name}
        maxLength={32}
        invalid={wrong}
        describedBy="voice-name-hint"
        onChange={(event) => {
          setName(event.target.value)
          keepHabits({ name: event.target.value })
        }}
      />
      <p className="voice-hint muted" id="voice-name-hint">
        {wrong ? callText.nameWrong : callText.nameHint}
      </p>
    </div>
  )
}

function HideField({ call }: { call: Call }): ReactNode {
  const relay = useStore(call.store, (state) => state.relay)
  const hidden = useStore(call.store, (state) => state.hidden)
  const choice = hidden || (relay === null && readHabits().hidden === true)
  const words =
    relay === 'none'
      ? callText.hideNone
      : relay === 'refused'
        ? callText.hideRefused
        : choice
          ? callText.hideOn
          : callText.hideOff
  return (
    <div>
      <label className="voice-check">
        <input
          type="checkbox"
          checked={choice}
          disabled={relay === 'none'}
          onChange={(event) => void call.setHidden(event.target.checked)}
        />
        {callText.hide}
      </label>
      <p className="voice-hint muted">{words}</p>
    </div>
  )
}

function KeysField(): ReactNode {
  const [keys, setKeys] = useState(() => readHabits().keys)
  return (
    <label className="voice-check">
      <input
        type="checkbox"
        checked={keys}
        onChange={(event) => {
          setKeys(event.target.checked)
          keepHabits({ keys: event.target.checked })
        }}
      />
      {callText.keys}
    </label>
  )
}
