import type { ChannelId, ParamsInput } from '#contract'
import type { Changes } from '#platform/db'
import type { Person, TestServer } from '#test'
import { channelChanged } from '../../channels/channels/states.ts'
import * as api from './api.ts'

/** The start of the tests' clock. */
export const noon = Date.parse('2030-05-17T12:00:00Z') / 1000

export const at = (secs: number): number => noon + secs

/** Sets the clock to so many seconds after noon, and runs due jobs. */
export async function passTo(server: TestServer, secs: number): Promise<void> {
  server.clock.set(new Date(at(secs) * 1000))
  await server.runtime.timer.wake()
}

export const schedule = async (
  person: Person,
  params: Partial<ParamsInput<typeof api.createScheduledMessage.params>>,
): Promise<number> => {
  const all = {
    type: 'direct' as const,
    to: [person.id],
    content: 'Hi',
    scheduled_delivery_timestamp: at(60),
    ...params,
  }
  return (await person.call(api.createScheduledMessage, all)).scheduled_message_id
}

export const pending = async (person: Person): Promise<api.ScheduledMessage[]> =>
  (await person.call(api.getScheduledMessages)).scheduled_messages

/** Changes a channel without permission checks. */
export const alterChannel = ({ org }: Person, id: ChannelId, changes: Changes<'channel'>): Promise<void> =>
  org.transact(null, async ({ tx, emit }) => {
    await tx.updateTable('channel').set(changes).where('id', '=', id).execute()
    emit(channelChanged, { stream_id: id })
  })
