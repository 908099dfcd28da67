import { maxMessageLength, type UserId } from '#contract'
import { mostOfMessage } from '../organization/totals.ts'
import type { Deed, ItemName } from './records.ts'

export interface StartedWidget {
  readonly begins: string
  readonly deeds: readonly Deed[]
}

const mostAll = mostOfMessage.submessages - 1
const mostOfOne = mostOfMessage['submessages of one person']
/** Half of the limit is for texts, the other half for their JSON. */
const mostCharacters = mostOfMessage['characters of submessages'] / 2
const longestText = maxMessageLength / 2

/** The votes and edits that can be imported: by known people, within a message's limits. */
export function keptDeeds(
  deeds: readonly Deed[],
  people: { has(key: string): boolean },
  lose: (loss: string, where: string) => void,
): Deed[] {
  const byPerson = new Map<string, number>()
  let characters = 0
  const kept: Deed[] = []
  for (const deed of deeds) {
    const { person } = deed
    const own = (byPerson.get(person) ?? 0) + 1
    const length = textIn(deed).length + overhead
    const { addedBy = person } = itemIn(deed) ?? {}
    if (!people.has(person) || !people.has(addedBy)) lose('Votes and ticks of nobody', person)
    else if (own > mostOfOne || kept.length >= mostAll || length > longestText || characters + length > mostCharacters)
      lose('Votes and ticks beyond what a poll or a list may hold', person)
    else {
      byPerson.set(person, own)
      characters += length
      kept.push(deed)
    }
  }
  return kept
}

/** Approximate size of the JSON around a text. */
const overhead = 80

const textIn = (deed: Deed): string =>
  'adds' in deed ? deed.adds + (deed.description ?? '') : 'names' in deed ? deed.names : ''
const itemIn = (deed: Deed): ItemName | undefined =>
  'votes' in deed ? deed.votes : 'strikes' in deed ? deed.strikes : undefined

/** Submessages in the clients' format, once accounts exist; the first one defines the widget. */
export function submessagesOf(
  { begins, deeds }: StartedWidget,
  sender: UserId,
  idOf: (key: string) => UserId | undefined,
): { sender_id: UserId; content: string }[] {
  const { widget_type: kind } = JSON.parse(begins) as { widget_type?: string }
  const isPoll = kind === 'poll'
  const said = (deed: Deed): object | undefined => {
    if ('names' in deed)
      return isPoll ? { type: 'question', question: deed.names } : { type: 'new_task_list_title', title: deed.names }
    if ('adds' in deed)
      return isPoll
        ? { type: 'new_option', idx: deed.index, option: deed.adds }
        : { type: 'new_task', key: deed.index, task: deed.adds, desc: deed.description ?? '', completed: false }
    const item = 'votes' in deed ? deed.votes : deed.strikes
    const by = item.addedBy === undefined ? 'canned' : idOf(item.addedBy)
    if (by === undefined || 'votes' in deed !== isPoll) return undefined
    return 'votes' in deed
      ? { type: 'vote', key: `${by},${item.index}`, vote: deed.isFor ? 1 : -1 }
      : { type: 'strike', key: `${item.index},${by}` }
  }
  return [
    { sender_id: sender, content: begins },
    ...deeds.flatMap((deed) => {
      const sender_id = idOf(deed.person)
      const content = said(deed)
      return sender_id === undefined || !content ? [] : [{ sender_id, content: JSON.stringify(content) }]
    }),
  ]
}
