import { createApiClient } from '@parley/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MicrophoneChoice } from '../call/CallState.ts'
import { listMicrophones, OwnVoice } from '../call/OwnVoice.ts'
import { keepHabits, readHabits } from '../call/remembered.ts'
import { VoiceProblem, type VoiceProblemCode } from '../call/VoiceProblem.ts'
import { runVoiceTest, type StepResult, type TestStep } from './runVoiceTest.ts'

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
