import { randomBytes } from 'node:crypto'
import type { ChannelId } from '#contract'
import type { Mutation } from '#platform/organization'
import { administeredChannel } from '../access.ts'
import { channelAudience, clientsOf, emitAbout } from '../audience.ts'
import { channelChanged, channelEmailReset } from '../states.ts'
import { updateChannel } from '../store.ts'
import { membershipsOf } from '../subscribers-cache.ts'

export async function resetEmail(mutation: Mutation, channelId: ChannelId): Promise<void> {
  const { org, viewer } = mutation
  const channel = administeredChannel(mutation, viewer, membershipsOf(org, viewer.id), channelId)
  await updateChannel(mutation.tx, channel.id, { email_token: randomBytes(16).toString('hex') })
  mutation.emit(channelChanged, { stream_id: channel.id })
  emitAbout(mutation, clientsOf(channel), channelEmailReset, { stream_id: channel.id }, channelAudience(org, channel))
}
