import { maxMessageLength, type UserId } from '#contract'
import { maxPerMessage } from '../../people/organization/totals.ts'
import type { ItemName, WidgetSubmission } from './records.ts'

export interface StartedWidget {
  readonly begins: string
  readonly submissions: readonly WidgetSubmission[]
}

const maxTotal = maxPerMessage.submessages - 1
const maxPerKey = maxPerMessage['submessages of one person']
/** Half of the limit is for texts, the other half for their JSON. */
const maxCharacters = maxPerMessage['characters of submessages'] / 2
const longestText = maxMessageLength / 2

/** The votes and edits that can be imported: by known people, within a message's limits. */
export function keptSubmissions(
  submissions: readonly WidgetSubmission[],
  people: { has(key: string): boolean },
  lose: (loss: string, where: string) => void,
): WidgetSubmission[] {
  const byPerson = new Map<string, number>()
  let characters = 0
  const kept: WidgetSubmission[] = []
  for (const submission of submissions) {
    const { person } = submission
    const own = (byPerson.get(person) ?? 0) + 1
    const length = textIn(submission).length + overhead
    const { addedBy = person } = itemIn(submission) ?? {}
    if (!people.has(person) || !people.has(addedBy)) lose('Votes and checks by unknown people', person)
    else if (own > maxPerKey || kept.length >= maxTotal || length > longestText || characters + length > maxCharacters)
      lose('Votes and checks beyond the limit of a poll or to-do list', person)
    else {
      byPerson.set(person, own)
      characters += length
      kept.push(submission)
    }
  }
  return kept
}

/** Approximate size of the JSON around a text. */
const overhead = 80

const textIn = (submission: WidgetSubmission): string =>
  'adds' in submission
    ? submission.adds + (submission.description ?? '')
    : 'names' in submission
      ? submission.names
      : ''
const itemIn = (submission: WidgetSubmission): ItemName | undefined =>
  'votes' in submission ? submission.votes : 'strikes' in submission ? submission.strikes : undefined

/** Submessages in the clients' format, once accounts exist; the first one defines the widget. */
export function submessagesOf(
  { begins, submissions }: StartedWidget,
  sender: UserId,
  idOf: (key: string) => UserId | undefined,
): { sender_id: UserId; content: string }[] {
  const { widget_type: kind } = JSON.parse(begins) as { widget_type?: string }
  const isPoll = kind === 'poll'
  const said = (submission: WidgetSubmission): object | undefined => {
    if ('names' in submission)
      return isPoll
        ? { type: 'question', question: submission.names }
        : { type: 'new_task_list_title', title: submission.names }
    if ('adds' in submission)
      return isPoll
        ? { type: 'new_option', idx: submission.index, option: submission.adds }
        : {
            type: 'new_task',
            key: submission.index,
            task: submission.adds,
            desc: submission.description ?? '',
            completed: false,
          }
    const item = 'votes' in submission ? submission.votes : submission.strikes
    const by = item.addedBy === undefined ? 'canned' : idOf(item.addedBy)
    if (by === undefined || 'votes' in submission !== isPoll) return undefined
    return 'votes' in submission
      ? { type: 'vote', key: `${by},${item.index}`, vote: submission.isFor ? 1 : -1 }
      : { type: 'strike', key: `${item.index},${by}` }
  }
  return [
    { sender_id: sender, content: begins },
    ...submissions.flatMap((submission) => {
      const sender_id = idOf(submission.person)
      const content = said(submission)
      return sender_id === undefined || !content ? [] : [{ sender_id, content: JSON.stringify(content) }]
    }),
  ]
}
