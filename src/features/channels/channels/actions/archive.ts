import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { channelAudience, emitAbout } from '../audience.ts'
import type { Channel } from '../channel.ts'
import { channelObject } from '../serialize.ts'
import { channelAdded, channelRemoved, channelUpdated } from '../states.ts'

/** After a channel was unarchived, in the same transaction, for clients that got it as new and need its subscribers. */
export const channelUnarchived = hook<[Channel]>()

/** Clients without support for archived channels see the channel deleted or created. */
export async function announceArchived(mutation: Mutation, channel: Channel): Promise<void> {
  const { id: stream_id, name, isArchived: value } = channel
  const audience = channelAudience(mutation.org, channel)
  emitAbout(
    mutation,
    'knowing archived channels',
    channelUpdated,
    { stream_id, name, property: 'is_archived', value },
    audience,
  )
  if (value) {
    const gone = { stream_ids: [stream_id], streams: [{ stream_id }] }
    emitAbout(mutation, 'not knowing archived channels', channelRemoved, gone, audience)
  } else {
    const streams = [channelObject(mutation.org, channel, 0)]
    emitAbout(mutation, 'not knowing archived channels', channelAdded, { streams }, audience)
    await channelUnarchived(mutation, channel)
  }
}
