import { liveEventSchema, type LiveEvent } from '@parley/protocol'

/** Listens as an open page does. */
export async function openPage(url: string) {
  const gone = new AbortController()
  const response = await fetch(`${url}/api/events`, { signal: gone.signal })
  const events: LiveEvent[] = []
  const ids: number[] = []
  const read = async (): Promise<'ended' | 'cut'> => {
    let text = ''
    try {
      for await (const chunk of response.body ?? []) {
        text += new TextDecoder().decode(chunk)
        const messages = text.split('\n\n')
        text = messages.pop() ?? ''
        for (const line of messages.flatMap((message) => message.split('\n'))) {
          if (line.startsWith('data: ')) events.push(liveEventSchema.parse(JSON.parse(line.slice(6))))
          if (line.startsWith('id: ')) ids.push(Number(line.slice(4)))
        }
      }
      return 'ended'
    } catch {
      return 'cut'
    }
  }
  return { response, events, ids, ended: read(), leave: () => gone.abort() }
}
