import { type ChannelId, unitSecs } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../../../channels/channels/cache.ts'
import { isResolved } from '../../../../messages/messages/topics.ts'
import type { Cause } from '../../cause.ts'
import { type Remind, remindersOf } from '../../steps/remind-input.ts'
import { currentTopicOfCause, isTopicResolved } from './current-topic.ts'
import { post } from './post.ts'
import type { StepKind } from './step-kind.ts'

const after = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * unitSecs.minute * 1_000)

export const remind: StepKind<Remind> = {
  canBeRolledBack: true,
  check: (mutation, step, location) => {
    const { channelsToJoin } = post.check(mutation, { ...step, kind: 'post' }, location)
    return { step, channelsToJoin }
  },
  async prepare({ org, cause }, { minutes, repeats, ...place }) {
    return async ({ tx, now }) => {
      if (!repeats) return { wait: { until: after(now, minutes) } }
      if (await isPlaceResolved(tx, org, place, cause)) return { result: 'resolved' }
      return { wait: { until: after(now, minutes), reminders: 0 } }
    }
  },
  async resume(context, { minutes, repeats, ...place }, { result, reminders }) {
    if (result === 'resolved') return async () => ({ result })
    const send = await post.prepare(context, { ...place, kind: 'post' })
    return async (mutation) => {
      const { tx, org, now } = mutation
      if (repeats && (await isPlaceResolved(tx, org, place, context.cause))) return { result: 'resolved' }
      const sent = await send(mutation)
      const isLast = !repeats || reminders + 1 >= remindersOf(minutes)
      return isLast ? sent : { ...sent, wait: { until: after(now, minutes), reminders: reminders + 1 } }
    }
  },
}

/** Whether the topic in which reminders are posted is resolved. */
async function isPlaceResolved(
  tx: Tx,
  org: Organization,
  { stream_id, topic }: { readonly stream_id: ChannelId | null; readonly topic: string },
  cause: Cause | undefined,
): Promise<boolean> {
  if (stream_id === null) return isResolved((await currentTopicOfCause(tx, cause)) ?? '')
  const channel = org.get(channelsCache).byId.get(stream_id)
  return channel !== undefined && isTopicResolved(tx, channel, topic)
}
