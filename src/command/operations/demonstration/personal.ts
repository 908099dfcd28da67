import { policies } from '../../../features/channels/user-topics/api.ts'
import type { Conversation } from './conversation.ts'
import { accountOf, type Team } from './set-up.ts'

const hour = 60 * 60_000

/** Adds statuses, and the owner's stars, reminder, scheduled message, snippet, and draft. `now` is in ms. */
export async function addPersonalThings(team: Team, conversation: Conversation, now: number): Promise<void> {
  const { caller, company, owner } = team
  for (const { key, status } of company.people)
    if (status)
      await caller.call(accountOf(team, key), 'POST', '/users/me/status', {
        ...{ status_text: status[0], emoji_name: status[1] },
      })
  await caller.call(owner, 'POST', '/messages/flags', { messages: conversation.starred, op: 'add', flag: 'starred' })
  const inSeconds = (hours: number) => Math.floor((now + hours * hour) / 1000)
  await caller.call(owner, 'POST', '/reminders', {
    message_id: conversation.labels.get('review'),
    scheduled_delivery_timestamp: inSeconds(4),
    note: 'Read the actions again before the retro',
  })
  await caller.call(owner, 'POST', '/scheduled_messages', {
    ...{
      type: 'stream',
      to: await channelId(team, 'general'),
      topic: 'Retro',
      scheduled_delivery_timestamp: inSeconds(68),
    },
    content: 'Retro today! Bring one thing that went well, one thing that didn’t, and an appetite for cake.',
  })
  await caller.call(owner, 'POST', '/saved_snippets', {
    title: 'Answer to the press',
    content: 'Thanks for asking! Lightly Cloudy is a weather app by a team of twelve. Screenshots and the logo: {link}',
  })
  await caller.call(owner, 'POST', '/drafts', {
    drafts: [
      {
        type: 'stream',
        to: [await channelId(team, 'feedback')],
        topic: 'A letter',
        content: 'Could we invite them for a day? They could',
        timestamp: inSeconds(-0.1),
      },
    ],
  })
  await caller.call(owner, 'POST', '/user_topics', {
    ...{ stream_id: await channelId(team, 'launch 2.0'), topic: 'Numbers', visibility_policy: policies.followed },
  })
}

async function channelId({ caller, owner }: Team, name: string): Promise<number> {
  const { stream_id } = await caller.call<{ stream_id: number }>(
    owner,
    'GET',
    `/get_stream_id?${new URLSearchParams({ stream: name })}`,
  )
  return stream_id
}
