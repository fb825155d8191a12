import type { ReactNode } from 'react'
import { screenWords } from '../messages/screenWords.ts'
import { Welcome } from '../pages/Welcome.tsx'
import { Frame } from './Frame.tsx'

/** While the rest of the page is being fetched: the welcome with its button at work, or a quiet line. */
export function TableSetting({ connecting }: { connecting: boolean }): ReactNode {
  return (
    <Frame>
      {connecting ? (
        <Welcome connecting onConnect={() => undefined} />
      ) : (
        <p className="setting" role="status">
          {screenWords.frame.loading}
        </p>
      )}
    </Frame>
  )
}
