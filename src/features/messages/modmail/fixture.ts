import type { Person } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { getMessages } from '../messages/api/fetch.ts'

interface Post {
  readonly subject: string
  readonly content: string
  readonly flags: readonly string[]
}

/** Creates the channel for moderation requests; returns it and a function that reads it as a user. */
export async function moderationChannel(creator: Person, others: readonly Person[] = []) {
  const id = await makeChannel(creator.org, 'requests', [creator, ...others], { invite_only: true })
  await creator.call(updateOrganization, { moderation_request_channel_id: id })
  return { id, posts: (reader: Person = creator) => messagesIn(reader, { operator: 'channel', operand: id }) }
}

/** A user's direct messages, oldest first. */
export const directMessages = (reader: Person): Promise<Post[]> => messagesIn(reader, { operator: 'is', operand: 'dm' })

async function messagesIn(reader: Person, term: { readonly operator: string; readonly operand: unknown }) {
  const narrow = [term] as never
  const range = { anchor: 'newest', num_before: 99, num_after: 0, apply_markdown: false, narrow } as const
  return (await reader.call(getMessages, range)).messages as readonly Post[] as Post[]
}
