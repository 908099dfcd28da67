import { event, z } from '#contract'
import type { Organization } from '#platform/organization'
import type { Person } from './person.ts'

const created = event('stream', 'create', { streams: z.array(z.object({ stream_id: z.int() })) })
const joined = event('subscription', 'add', { subscriptions: z.array(z.unknown()) })
const left = event('subscription', 'remove', { subscriptions: z.array(z.object({ stream_id: z.int() })) })

export interface ChannelFields {
  invite_only?: boolean
  history_public_to_subscribers?: boolean
}

/** A channel with subscribers, as rows: for tests of what comes before or beside the endpoints for channels. */
export async function makeChannel(org: Organization, name: string, people: Person[], fields: ChannelFields = {}) {
  const org_id = org.id
  const id = await org.write(null, async ({ tx, now, emit }) => {
    const { id: conversation_id } = await tx
      .insertInto('conversation')
      .values({ org_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const channel = await tx
      .insertInto('channel')
      .values({ org_id, conversation_id, name, created_at: now, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow()
    emit(created, { streams: [{ stream_id: channel.id }] }, [])
    return channel.id
  })
  for (const person of people) await joinChannel(org, id, person)
  return id
}

export const joinChannel = (org: Organization, channel_id: number, person: Person) =>
  org.write(null, async ({ tx, emit, position }) => {
    const who = { org_id: org.id, user_id: person.id, channel_id }
    await tx
      .insertInto('subscription')
      .values({ ...who, color: '#aabbcc' })
      .onConflict((conflict) => conflict.columns(['user_id', 'channel_id']).doUpdateSet({ active: true }))
      .execute()
    const newest = await tx.selectFrom('message').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    await tx
      .insertInto('subscription_span')
      .values({ ...who, from_message_id: (newest?.id ?? 0) + 1, from_position: position })
      .execute()
    emit(joined, { subscriptions: [] }, [person.id])
  })

export const leaveChannel = (org: Organization, channel_id: number, person: Person) =>
  org.write(null, async ({ tx, emit, position }) => {
    const newest = await tx.selectFrom('message').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    const mine = (table: 'subscription' | 'subscription_span') =>
      tx.updateTable(table).where('user_id', '=', person.id).where('channel_id', '=', channel_id)
    await mine('subscription').set({ active: false }).execute()
    await mine('subscription_span')
      .set({ to_message_id: (newest?.id ?? 0) + 1, to_position: position + 1 })
      .where('to_position', 'is', null)
      .execute()
    emit(left, { subscriptions: [{ stream_id: channel_id }] }, [person.id])
  })
