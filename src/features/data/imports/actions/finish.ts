import type { ChannelId, UserId } from '#contract'
import { noteMessage } from '../../../channels/channels/actions/activity.ts'
import { beginImportedSpans } from '../../../channels/subscriptions/actions/imported.ts'
import { endReadingAhead, firstMessageSince, newestMessage } from '../../../messages/messages/actions/imported.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { hasProtectedHistory } from '../channels-plan.ts'
import { channelOf, type Import, personId } from '../import.ts'
import { updateJob } from '../store.ts'

const together = 500
const anyTime = new Date(0)

/** Safe to run twice. */
export async function finishImport(one: Import): Promise<void> {
  const { org, job } = one
  await org.transact(null, ({ tx }) => updateJob(tx, job.id, { phase: 'finish' }))
  for (const [key, { record, isOld }] of one.channels) {
    if (isOld) continue
    const late = new Map<number, UserId[]>()
    if (hasProtectedHistory(record))
      for (const { person, since } of record.members) {
        const id = personId(one, person)
        if (since && id !== undefined) late.set(since.getTime(), [...(late.get(since.getTime()) ?? []), id])
      }
    await org.transact(null, async (mutation) => {
      const channel = channelOf(one, key)
      if (!channel) return
      const first = await firstMessageSince(mutation, channel, job.after_message_id, anyTime)
      if (first !== undefined) await noteMessage(mutation, channel, first)
      for (const [since, people] of late) {
        const from = await firstMessageSince(mutation, channel, job.after_message_id, new Date(since))
        await beginImportedSpans(
          mutation,
          channel.id as ChannelId,
          people,
          from ?? (((await newestMessage(mutation)) + 1) as never),
        )
      }
    })
  }
  const people = org.get(peopleCache).all()
  const last = await org.transact(null, newestMessage)
  for (let from = 0; from < people.length; from += together) {
    const ids = people.slice(from, from + together).map(({ id }) => id)
    await org.transact(null, (mutation) => endReadingAhead(mutation, ids, last))
  }
  await org.transact(null, ({ tx, now }) => updateJob(tx, job.id, { phase: 'done', finished_at: now }))
  // clients got no events for the imported messages, so they have to register again
  for (const { id, isActive } of people) if (isActive) await org.queues.removeAll(id)
}
