import type { ParamsInput } from '#contract'
import { type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { updateMessage } from '../api/edit.ts'
import { addSubmessage } from '../submessages/api.ts'
import * as api from './api.ts'

type Params = ParamsInput<typeof api.createModerationRule.params>
const banWords = (ada: Person, words: string[], more: Partial<Params> = {}) =>
  ada.call(api.createModerationRule, {
    ...{ name: 'No spam', applies_to: 'members', action: 'refuse', condition: { kind: 'words', words } },
    ...more,
  })

test('rules apply to what people add to polls and to-do lists', async ({ ada, ben }) => {
  const message_id = await ben.sends('/poll Snack?\nham', { channel: 'general', topic: 'looms' })
  await banWords(ada, ['spam', 'free money', 'vote'])
  const add = (content: object) => ({ message_id, msg_type: 'widget', content: JSON.stringify(content) }) as const
  for (const content of [
    { type: 'new_option', idx: 1, option: 'sp\u200bam' },
    { type: 'question', question: 'spam?' },
    { type: 'new_task', key: 1, task: 'x', desc: 'free money' },
  ])
    await ben.refused(addSubmessage, add(content), api.wordRefused)
  await ada.call(addSubmessage, add({ type: 'new_option', idx: 1, option: 'spam' }))
  await ben.call(addSubmessage, add({ type: 'new_option', idx: 2, option: 'ham' }))
  await ben.call(addSubmessage, add({ type: 'vote', key: 'canned,0', vote: 1 }))
})

test('an author can’t move a message to a channel whose rules it breaks', async ({ ada, ben, society }) => {
  const lounge = await makeChannel(society.org, 'lounge', [ada, ben])
  const looms = await makeChannel(society.org, 'looms', [ada, ben])
  await banWords(ada, ['spam'], { stream_ids: [looms] })
  const move = (message_id: number) => ({ message_id, stream_id: looms, propagate_mode: 'change_one' }) as const
  const spamId = await ben.sends('spam', { channel: lounge, topic: 'looms' })
  await ben.refused(updateMessage, move(spamId), api.wordRefused)
  await ben.call(updateMessage, move(await ben.sends('ham', { channel: lounge, topic: 'looms' })))
  await ada.call(updateMessage, move(spamId))
})
