import type { ApiError } from '#contract'
import { type Language, listIn, textsOf } from '#platform/languages'
import type { Mutation, Organization } from '#platform/organization'
import { canSeeChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { errorText } from '../../../people/languages/error-text.ts'
import { languageOfAccount } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { notify } from '../../messages/actions/notify.ts'
import { scheduledMessageUpdated } from '../api.ts'
import * as store from '../store.ts'

const textsIn = textsOf('scheduledMessages')

/** Marks a message that couldn't be sent, so that its author can edit or delete it, and notifies them of the reason. */
export async function failScheduledMessage(
  mutation: Mutation,
  row: store.Stored,
  why: ApiError | 'too late',
): Promise<void> {
  const language = authorsLanguage(mutation.org, row)
  const texts = textsIn(language)
  const failure = why === 'too late' ? texts.tooLate : errorText(language, why)
  const failed = await store.update(mutation.tx, row, { failed: true, failure })
  if (!failed) return
  mutation.emit(scheduledMessageUpdated, { scheduled_message: store.toWire(failed) }, [row.sender_id])
  const author = mutation.get(peopleCache).byId.get(row.sender_id)
  const viewer = mutation.org.viewer(row.sender_id)
  if (!author?.isActive || !viewer) return
  const subscriptions = await mutation.fetch(subscriptionsCache, author.id)
  const canSee = (channel: Channel) => canSeeChannel(viewer, channel, subscriptions.isSubscribed(channel.id))
  const place = addressOf(language, mutation.org, row, canSee)
  const time = `<time:${row.due_at.toISOString()}>`
  const problem = place === undefined ? texts.failedToChannel(time, failure) : texts.failedTo(place, time, failure)
  const content = `${problem}\n\n${texts.kept}`
  await notify(mutation, author, content, canSee)
}

function authorsLanguage(org: Organization, row: store.Stored): Language {
  const author = org.get(peopleCache).byId.get(row.sender_id)
  return author ? languageOfAccount(author) : org.language
}

/** Undefined for a channel that the author can't see anymore, so that its name isn't revealed. */
function addressOf(
  language: Language,
  org: Organization,
  row: store.Stored,
  canSee: (channel: Channel) => boolean,
): string | undefined {
  if (row.channel_id === null) {
    const people = (row.user_ids ?? []).flatMap((id) => org.get(peopleCache).byId.get(id) ?? [])
    return listIn(
      language,
      people.map(({ id, fullName }) => `@_**${fullName}|${id}**`),
    )
  }
  const channel = org.get(channelsCache).byId.get(row.channel_id)
  return channel && canSee(channel) ? `#**${channel.name}>${row.topic}**` : undefined
}
