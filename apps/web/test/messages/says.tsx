import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { MessageKey } from '../../src/messages/generalMessages.ts'
import { say, type ParametersOf } from '../../src/messages/say.ts'
import type { Said } from '../../src/messages/entry.ts'
import { openRoom, places, type Place, type Room } from './room.tsx'

interface Case {
  /** The condition under which the message is shown. */
  readonly when: string
  /** Brings that condition about. */
  readonly scene: (room: Room) => unknown
  /** Where it is looked at; else wherever its words are a place's own, and in the general portal. */
  readonly at?: readonly Place[]
}

/** Parts of the page are fetched when they are wanted, on machines of any speed. */
const patience = { timeout: 120_000 } as const

/** Tests one message by its key: under the condition, its text appears on screen in its channel. */
export function says<K extends MessageKey>(
  key: K,
  { when, scene, at = placesOf(key) }: Case,
  ...filled: ParametersOf<K>
): void {
  it.each(at)(`%s: ${when} [says ${key}]`, async (place) => {
    const room = openRoom(place)
    await scene(room)
    const said = say(room.portal.messages, key, ...filled)
    await vi.waitFor(() => expect(shownIn(said.channel)).toContain(said.text), patience)
    if (said.title !== undefined) expect(shownIn(said.channel)).toContain(said.title)
  })
}

type PlainKey = { [K in MessageKey]: ParametersOf<K> extends [] ? K : never }[MessageKey]

/** Like `says`, for messages shown together, in each portal that words one of them differently. */
export function saysAll(
  keys: readonly PlainKey[],
  { when, scene, at = [...new Set(keys.flatMap(placesOf))] }: Case,
): void {
  it.each(at)(`%s: ${when} [says ${keys.join(', ')}]`, async (place) => {
    const room = openRoom(place)
    await scene(room)
    for (const key of keys) {
      const { channel, text } = room.portal.messages[key]
      await vi.waitFor(() => expect(shownIn(channel)).toContain(text), patience)
    }
  })
}

function placesOf(key: MessageKey): readonly Place[] {
  const own = (['aso', 'detail'] as const).filter(
    (place) => places[place].messages[key] !== places.general.messages[key],
  )
  return ['general', ...own]
}

/** All texts of a channel. An inline text may appear within an alert or toast as its reason. */
function shownIn(channel: Said['channel']): string {
  if (channel === 'alert') return textOf(screen.queryAllByRole('alertdialog', { hidden: true }))
  if (channel === 'toast') return textOf([...document.querySelectorAll<HTMLElement>('.toast')])
  if (channel === 'dialog') return textOf(screen.queryAllByRole('dialog', { hidden: true }))
  const described = [...document.querySelectorAll('[alt],[aria-label]')].map(
    (element) => element.getAttribute('alt') ?? element.getAttribute('aria-label'),
  )
  return [document.body.textContent, ...described].join('\n')
}

function textOf(elements: readonly HTMLElement[]): string {
  return elements.map((element) => element.textContent).join('\n')
}
