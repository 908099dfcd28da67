import { parsedJson } from '#contract'
import { isWidget, widgetOf } from '../../../../messages/messages/actions/widgets.ts'
import { type Fields, fieldsOf } from '../../containers/fields.ts'

import type { ItemName, Loss, WidgetRecord, WidgetSubmission } from '../../records.ts'
import type { Submessage } from './row.ts'

const maxStarting = 100_000

/** Some releases leave out the rows: then it restarts from the text, and votes are lost. */
export function widgetIn(
  content: string,
  rows: readonly Submessage[],
  where: string,
  lose: (loss: Loss) => void,
): WidgetRecord | undefined {
  const [first, ...rest] = rows
    .filter(({ msg_type }) => msg_type === 'widget')
    .sort((a, b) => a.id - b.id)
    .filter(({ id }, index, all) => id !== all[index - 1]?.id)
  if (!first) {
    if (widgetOf(content) === undefined) return undefined
    lose({ loss: 'Votes and ticks in polls and to-do lists that are not in the archive', where })
    return { submissions: [] }
  }
  if (first.content.length > maxStarting || !isWidget(first.content)) {
    lose({ loss: 'Polls and to-do lists that cannot be read', where })
    return undefined
  }
  const submissions = rest.flatMap((row) => {
    const submission = submissionOf(row)
    if (!submission) lose({ loss: 'Votes and ticks that cannot be read', where: `${where}: ${row.id}` })
    return submission ?? []
  })
  return { begins: first.content.toWellFormed(), submissions }
}

function submissionOf({ sender, content }: Submessage): WidgetSubmission | undefined {
  const person = String(sender)
  const said = fieldsOf(parsedJson(content))
  const text = (name: string) => (typeof said?.[name] === 'string' ? (said[name] as string) : undefined)
  switch (said?.type) {
    case 'new_option':
      return added(person, said, text('option'), said.idx)
    case 'new_task':
      return added(person, said, text('task'), said.key)
    case 'vote': {
      const item = itemOf(text('key'), 'first')
      return item && (said.vote === 1 || said.vote === -1) ? { person, votes: item, isFor: said.vote === 1 } : undefined
    }
    case 'strike': {
      const item = itemOf(text('key'), 'last')
      return item && { person, strikes: item }
    }
    case 'question':
    case 'new_task_list_title': {
      const names = text(said.type === 'question' ? 'question' : 'title')
      return names === undefined ? undefined : { person, names }
    }
    default:
      return undefined
  }
}

function added(
  person: string,
  { desc }: Fields,
  adds: string | undefined,
  index: unknown,
): WidgetSubmission | undefined {
  if (adds === undefined || !Number.isSafeInteger(index) || (index as number) < 0) return undefined
  const description = typeof desc === 'string' && desc !== '' ? { description: desc } : {}
  return { person, adds, index: index as number, ...description }
}

/** Polls and lists write author and index in different order; `canned` items are initial ones. */
function itemOf(key: string | undefined, who: 'first' | 'last'): ItemName | undefined {
  const pattern =
    who === 'first' ? /^(?<by>canned|\d{1,15}),(?<index>\d{1,9})$/ : /^(?<index>\d{1,9}),(?<by>canned|\d{1,15})$/
  const { by, index } = pattern.exec(key ?? '')?.groups ?? {}
  if (by === undefined) return undefined
  return { index: Number(index), ...(by === 'canned' ? {} : { addedBy: by }) }
}
