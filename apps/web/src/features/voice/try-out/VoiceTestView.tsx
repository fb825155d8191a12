import type { ReactNode } from 'react'
import { callText, voiceTestText } from '../../../text/call.lazy.ts'
import { voiceMessages } from '../../../text/voice.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { Note } from '../../../ui/Note.tsx'
import { Select } from '../../../ui/Select.tsx'
import { LevelMeter } from '../LevelMeter.tsx'
import { HearMyself } from './HearMyself.tsx'
import { testSteps, type StepResult } from './runVoiceTest.ts'
import { useVoiceTest, type VoiceTest } from './useVoiceTest.ts'
import './VoiceTestView.css'

const words = voiceTestText

/** Microphone, server, loop-back and relay, each tried and told in words. */
export function VoiceTestView(): ReactNode {
  const test = useVoiceTest()
  const { state, problem, results } = test
  return (
    <div className="voice-test">
      <h1>{words.title}</h1>
      <p className="voice-test-lead">{words.lead}</p>
      <div className="row">
        <Button look="primary" sentence working={state === 'running'} onClick={() => void test.start()}>
          {state === 'running' ? words.running : state === 'done' ? words.again : words.start}
        </Button>
      </div>
      {problem ? (
        <Note tone="bad" role="alert">
          {problem === 'denied' ? voiceMessages.voiceDenied.text : callText.problems[problem]}
        </Note>
      ) : null}
      {test.microphones.length > 0 && !problem ? <Microphone test={test} /> : null}
      <ul className="voice-test-steps" aria-live="polite">
        {testSteps.map((step) => (
          <Step key={step} title={words.steps[step]} result={results[step] ?? null} />
        ))}
      </ul>
      {test.returned ? <HearMyself track={test.returned} /> : null}
    </div>
  )
}

function Microphone({ test }: { test: VoiceTest }): ReactNode {
  const { microphones, microphoneId, level, heard, outputs } = test
  return (
    <section className="voice-test-card" aria-label={words.microphone}>
      <Select
        label={callText.microphone}
        value={microphoneId ?? ''}
        choices={microphones.map(({ id, label }) => ({ value: id, label }))}
        onChange={(id) => void test.choose(id)}
      />
      <LevelMeter level={level} />
      <p className="voice-test-words" role="status">
        <Icon name={heard ? 'checkCircle' : 'info'} /> {heard ? words.microphoneHeard : words.microphoneSilent}
      </p>
      {outputs.length > 0 ? (
        <p className="voice-hint muted">
          {words.outputs}: {outputs.join(', ')}
        </p>
      ) : null}
    </section>
  )
}

const icons: Readonly<Record<StepResult['state'], IconName>> = {
  running: 'clock',
  ok: 'checkCircle',
  failed: 'failed',
  none: 'info',
}

function Step({ title, result }: { title: string; result: StepResult | null }): ReactNode {
  const state = result?.state ?? 'running'
  const said: Readonly<Record<string, string>> = words.results
  return (
    <li className={`voice-test-card voice-test-${result ? state : 'waiting'}`}>
      <h2>
        {result ? <Icon name={icons[state]} /> : null}
        {title}
        {result?.ms === undefined || result.ms === null ? null : (
          <span className="num muted">{words.took(result.ms)}</span>
        )}
      </h2>
      <p className="voice-test-words">{result ? said[result.code] : words.waiting}</p>
    </li>
  )
}
