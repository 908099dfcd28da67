import type { Act, Organization } from '#platform/organization'
import { canSeeChannel } from '../../channels/access.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { notify } from '../../messages/actions/notify.ts'
import { subscriptionsMirror } from '../../subscriptions/mirror.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { scheduledMessageUpdated } from '../api.ts'
import * as store from '../store.ts'

export const tooLate = 'The server was not running at that time.'

/** Marks a message that could not be sent, so that its author can change or delete it, and tells the author why. */
export async function failScheduledMessage(act: Act, row: store.Stored, failure: string): Promise<void> {
  const failed = await store.update(act.tx, row, { failed: true, failure })
  if (!failed) return
  act.emit(scheduledMessageUpdated, { scheduled_message: store.toWire(failed) }, [row.sender_id])
  const author = act.get(peopleMirror).byId.get(row.sender_id)
  const viewer = act.org.viewer(row.sender_id)
  if (!author?.isActive || !viewer) return
  const subscriptions = await act.fetch(subscriptionsMirror, author.id)
  const maySee = (channel: Channel) => canSeeChannel(viewer, channel, subscriptions.isSubscribed(channel.id))
  const content = `Your message ${addressOf(act.org, row, maySee)}, scheduled for <time:${row.due_at.toISOString()}>, could not be sent: ${failure}

It is kept among your scheduled messages, where you can give it a new time or delete it.`
  await notify(act, author, content, maySee)
}

/** A channel that the author may not know of any more keeps its name to itself. */
function addressOf(org: Organization, row: store.Stored, maySee: (channel: Channel) => boolean): string {
  if (row.channel_id === null) {
    const people = (row.user_ids ?? []).flatMap((id) => org.get(peopleMirror).byId.get(id) ?? [])
    return `to ${people.map(({ id, fullName }) => `@_**${fullName}|${id}**`).join(', ')}`
  }
  const channel = org.get(channelsMirror).byId.get(row.channel_id)
  return channel && maySee(channel) ? `to #**${channel.name}>${row.topic}**` : 'to a channel'
}
