import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { MessageTemplate, ParametersOf, Text } from '../../src/text/message.ts'
import { channelOf, type TextKey, type Texts, texts, textsOf } from './everyText.ts'
import type { Stage } from '../actions/stage.ts'
import { openRoom, patience, type Place, type Room } from './room.tsx'
import { visit, type Circumstances, type Visit } from './visit.ts'

interface Case {
  /** The condition under which the message is shown. */
  readonly when: string
  /** Brings that condition about. */
  readonly scene: (room: Room) => unknown
  /** Where it is looked at; else wherever its words are a place's own, and in the general portal. */
  readonly at?: readonly Place[]
}

/** Tests one text by its key: under the condition, it appears on screen in its channel. */
export function says<K extends TextKey>(
  key: K,
  { when, scene, at = placesOf(key) }: Case,
  ...[parameters]: ParametersOf<Texts[K]>
): void {
  it.each(at)(`%s: ${when} [says ${key}]`, async (place) => {
    const room = openRoom(place)
    await scene(room)
    await expectShown(room, key, parameters)
  })
}

interface VisitCase<K extends TextKey> extends Circumstances {
  readonly when: string
  /** The things that Alice does, and that happen to her. Resolves to the parameters of the text. */
  readonly scene: (visit: Visit) => Promise<ParametersOf<Texts[K]> extends [infer P] ? P : unknown>
  readonly at?: readonly Place[]
}

/** Makes a `says` for pages of a real world, whose texts are reached by what a user can do. */
export function saysIn(stageOf: () => Stage) {
  return <K extends TextKey>(key: K, { when, scene, at = placesOf(key), ...circumstances }: VisitCase<K>): void => {
    it.each(at)(`%s: ${when} [says ${key}]`, async (place) => {
      const visited = await visit(stageOf(), place, circumstances)
      await expectShown(visited, key, await scene(visited))
    })
  }
}

type PlainKey = { [K in TextKey]: ParametersOf<Texts[K]> extends [] ? K : never }[TextKey]

/** Like `says`, for texts shown together, in each portal that words one of them differently. */
export function saysAll(
  keys: readonly PlainKey[],
  { when, scene, at = [...new Set(keys.flatMap(placesOf))] }: Case,
): void {
  it.each(at)(`%s: ${when} [says ${keys.join(', ')}]`, async (place) => {
    const room = openRoom(place)
    await scene(room)
    for (const key of keys) await expectShown(room, key, undefined)
  })
}

async function expectShown({ portal }: Room, key: TextKey, parameters: unknown): Promise<void> {
  const text: Text | MessageTemplate = textsOf(portal.messages)[key]
  const template = typeof text === 'object' ? text : { text, title: undefined }
  const said =
    typeof template.text === 'string' ? template.text : String(Reflect.apply(template.text, undefined, [parameters]))
  await vi.waitFor(() => expect(shownIn(channelOf(text))).toContain(said), patience)
  if (template.title !== undefined) expect(shownIn(channelOf(text))).toContain(template.title)
}

function placesOf(key: TextKey): readonly Place[] {
  const own = (['aso', 'detail'] as const).filter((place) => texts[place][key] !== texts.general[key])
  return ['general', ...own]
}

/** All texts of a channel. An inline text may appear within an alert or toast as its reason. */
function shownIn(channel: ReturnType<typeof channelOf>): string {
  if (channel === 'alert') return textOf(screen.queryAllByRole('alertdialog', { hidden: true }))
  if (channel === 'toast') return textOf([...document.querySelectorAll<HTMLElement>('.toast')])
  const described = [...document.querySelectorAll('[alt],[aria-label]')].map(
    (element) => element.getAttribute('alt') ?? element.getAttribute('aria-label'),
  )
  return [document.body.textContent, ...described].join('\n')
}

function textOf(elements: readonly HTMLElement[]): string {
  return elements.map((element) => element.textContent).join('\n')
}
