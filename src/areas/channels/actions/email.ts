import { randomBytes } from 'node:crypto'
import type { ChannelId } from '#contract'
import type { Act } from '#platform/organization'
import { administeredChannel } from '../access.ts'
import { clientsOf, emitAbout, whoSees } from '../audience.ts'
import { channelChanged, channelEmailReset } from '../states.ts'
import { updateChannel } from '../store.ts'
import { membershipsOf } from '../subscribers-mirror.ts'

export async function resetEmail(act: Act, channelId: ChannelId): Promise<void> {
  const { org, viewer } = act
  const channel = administeredChannel(act, viewer, membershipsOf(org, viewer.id), channelId)
  await updateChannel(act.tx, channel.id, { email_token: randomBytes(16).toString('hex') })
  act.emit(channelChanged, { stream_id: channel.id })
  emitAbout(act, clientsOf(channel), channelEmailReset, { stream_id: channel.id }, whoSees(org, channel))
}
