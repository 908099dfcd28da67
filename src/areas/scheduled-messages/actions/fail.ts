import type { ApiError } from '#contract'
import { type Language, listIn } from '#platform/languages'
import type { Act, Organization } from '#platform/organization'
import { canSeeChannel } from '../../channels/access.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { errorText } from '../../languages/error-text.ts'
import { notify } from '../../messages/actions/notify.ts'
import { subscriptionsMirror } from '../../subscriptions/mirror.ts'
import { languageOfAccount } from '../../users/account.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { scheduledMessageUpdated } from '../api.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'

/** Marks a message that couldn't be sent, so that its author can edit or delete it, and notifies them of the reason. */
export async function failScheduledMessage(act: Act, row: store.Stored, why: ApiError | 'too late'): Promise<void> {
  const language = authorsLanguage(act.org, row)
  const texts = textsIn(language)
  const failure = why === 'too late' ? texts.tooLate : errorText(language, why)
  const failed = await store.update(act.tx, row, { failed: true, failure })
  if (!failed) return
  act.emit(scheduledMessageUpdated, { scheduled_message: store.toWire(failed) }, [row.sender_id])
  const author = act.get(peopleMirror).byId.get(row.sender_id)
  const viewer = act.org.viewer(row.sender_id)
  if (!author?.isActive || !viewer) return
  const subscriptions = await act.fetch(subscriptionsMirror, author.id)
  const maySee = (channel: Channel) => canSeeChannel(viewer, channel, subscriptions.isSubscribed(channel.id))
  const place = addressOf(language, act.org, row, maySee)
  const time = `<time:${row.due_at.toISOString()}>`
  const problem = place === undefined ? texts.failedToChannel(time, failure) : texts.failedTo(place, time, failure)
  const content = `${problem}\n\n${texts.kept}`
  await notify(act, author, content, maySee)
}

function authorsLanguage(org: Organization, row: store.Stored): Language {
  const author = org.get(peopleMirror).byId.get(row.sender_id)
  return author ? languageOfAccount(author) : org.language
}

/** Undefined for a channel that the author can't see anymore, so that its name isn't revealed. */
function addressOf(
  language: Language,
  org: Organization,
  row: store.Stored,
  maySee: (channel: Channel) => boolean,
): string | undefined {
  if (row.channel_id === null) {
    const people = (row.user_ids ?? []).flatMap((id) => org.get(peopleMirror).byId.get(id) ?? [])
    return listIn(
      language,
      people.map(({ id, fullName }) => `@_**${fullName}|${id}**`),
    )
  }
  const channel = org.get(channelsMirror).byId.get(row.channel_id)
  return channel && maySee(channel) ? `#**${channel.name}>${row.topic}**` : undefined
}
