import './VoiceTestView.css'
import { type ReactNode, useEffect, useState, useCallback, useRef } from 'react'
import { callText, voiceTestText } from '../../../text/call.lazy.ts'
import { voiceMessages } from '../../../text/voice.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Select } from '../../../ui/Select.tsx'
import { LevelMeter } from '../LevelMeter.tsx'
import { testSteps, type StepResult, runVoiceTest, type TestStep } from './runVoiceTest.ts'
import { createApiClient } from '@parley/protocol'
import { type MicrophoneChoice, VoiceProblem, type VoiceProblemCode } from '../call/CallState.ts'
import { listMicrophones, OwnVoice } from '../call/OwnVoice.ts'
import { keepHabits, readHabits } from '../call/remembered.ts'

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

/** One's own voice, as it went out and came back. */
export function HearMyself({ track }: { track: MediaStreamTrack }): ReactNode {
  const [on, setOn] = useState(false)
  useEffect(() => {
    if (!on) return
    const element = new Audio()
    element.srcObject = new MediaStream([track])
    element.play().catch(() => setOn(false))
    return () => {
      element.pause()
      element.srcObject = null
    }
  }, [on, track])
  return (
    <div className="row">
      <Button sentence aria-pressed={on} onClick={() => setOn(!on)}>
        {on ? voiceTestText.hearEnd : voiceTestText.hear}
      </Button>
      <span className="muted">{voiceTestText.hearHint}</span>
    </div>
  )
}

const lookEveryMs = 100
/** Above this the microphone is heard. */
const heardLevel = 0.1

export interface VoiceTest {
  readonly state: 'idle' | 'running' | 'done'
  readonly problem: VoiceProblemCode | null
  readonly level: number
  readonly heard: boolean
  readonly microphones: readonly MicrophoneChoice[]
  readonly microphoneId: string | null
  readonly outputs: readonly string[]
  readonly results: Partial<Record<TestStep, StepResult>>
  /** One's own voice as it came back; null before. */
  readonly returned: MediaStreamTrack | null
  start(): Promise<void>
  choose(id: string): Promise<void>
}

/** The test of microphone, server, loop-back and relay. The microphone is let go with the page. */
export function useVoiceTest(): VoiceTest {
  const [state, setState] = useState<VoiceTest['state']>('idle')
  const [problem, setProblem] = useState<VoiceProblemCode | null>(null)
  const [level, setLevel] = useState(0)
  const [heard, setHeard] = useState(false)
  const [devices, setDevices] = useState<Pick<VoiceTest, 'microphones' | 'microphoneId' | 'outputs'>>(noDevices)
  const [results, setResults] = useState<VoiceTest['results']>({})
  const [returned, setReturned] = useState<MediaStreamTrack | null>(null)
  const voice = useRef(new OwnVoice())
  const end = useRef<() => void>(() => undefined)

  useEffect(() => {
    const own = voice.current
    const look = setInterval(() => {
      const change = own.look(performance.now())
      if (!change) return
      setLevel(change.level)
      if (change.level > heardLevel) setHeard(true)
    }, lookEveryMs)
    return () => {
      clearInterval(look)
      end.current()
      own.close()
    }
  }, [])

  const start = useCallback(async (): Promise<void> => {
    end.current()
    setState('running')
    setProblem(null)
    setHeard(false)
    setResults({})
    setReturned(null)
    try {
      const track = await voice.current.open(readHabits().microphoneId, () => setProblem('microphone-gone'))
      setDevices(await readDevices(voice.current.deviceId))
      const onStep = (step: TestStep, result: StepResult): void => setResults((all) => ({ ...all, [step]: result }))
      const line = await runVoiceTest({ api: createApiClient(''), track, onStep })
      end.current = () => line?.close()
      setReturned(line?.track ?? null)
    } catch (error) {
      setProblem(VoiceProblem.from(error).code)
    }
    setState('done')
  }, [])

  const choose = async (id: string): Promise<void> => {
    keepHabits({ microphoneId: id })
    await start()
  }
  return { state, problem, level, heard, ...devices, results, returned, start, choose }
}

const noDevices = { microphones: [], microphoneId: null, outputs: [] }

async function readDevices(
  microphoneId: string | null,
): Promise<Pick<VoiceTest, 'microphones' | 'microphoneId' | 'outputs'>> {
  const all = await navigator.mediaDevices.enumerateDevices()
  const outputs = all.filter(({ kind, label }) => kind === 'audiooutput' && label !== '').map(({ label }) => label)
  return { microphones: await listMicrophones(), microphoneId, outputs: [...new Set(outputs)] }
}
