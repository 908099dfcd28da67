import type { Mutation } from '#platform/organization'
import { type Context, type Repeated, type Route, serve, view } from '#platform/serve'
import { readableChannel } from '../../../channels/channels/access.ts'
import { shownTopic } from '../../../channels/channels/topics.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import type { DetachedUpload } from '../../attachments/api.ts'
import { readableMessage } from '../access/readable.ts'
import { readerOf } from '../access/reader.ts'
import { composeText } from '../actions/compose.ts'
import { deleteFromTopic, deleteMessage, maxAtOnce as maxDeletedAtOnce } from '../actions/delete.ts'
import { type Edit, editMessage } from '../actions/edit/edit.ts'
import { endLongMove, type MoveProgress } from '../actions/edit/long-move.ts'
import { maxAtOnce as maxMovedAtOnce } from '../actions/edit/plan.ts'
import * as deleteApi from '../api/delete.ts'
import * as api from '../api/edit.ts'
import { expireMessages, expires, oldestDeletedGoes, purgeDeleted } from '../due/retention.ts'
import { messageOptions } from '../options.ts'
import { normalTopic } from '../recipient.ts'
import { snapshotsOf } from '../serialize/edit-history.ts'
import { writtenTopic } from '../shortened-text.ts'
import { StepSize } from '../step-size.ts'

/** Runs a series of acts, so that other requests run in between: it may be a million messages. */
async function edited(ctx: Context, edit: Edit): Promise<DetachedUpload[]> {
  let progress: MoveProgress | undefined
  const size = new StepSize({ ...steps, most: maxMovedAtOnce })
  const write: Context['transact'] = (work) =>
    edit.mode === 'change_one' ? ctx.transact(work) : writeStep(ctx, size, work)
  try {
    for (;;) {
      const before = progress
      const result = await write((mutation) => editMessage(mutation, edit, size.count, before))
      if (result.is === 'done') return result.detached
      if (result.is === 'begun') {
        size.end()
        progress = result.progress
      } else if (result.is === 'waiting') await result.until
      else throw await ctx.read(result.refusal)
    }
  } finally {
    endLongMove(ctx.org, edit)
  }
}

const writeStep = <T>(ctx: Context, size: StepSize, work: (mutation: Mutation) => Promise<T>): Promise<T> =>
  ctx.transact(
    (mutation) => {
      size.begin()
      return work(mutation)
    },
    { alone: true },
  )

export const editRoutes: readonly Route[] = [
  serve(api.updateMessage, async (ctx, params) => {
    // before the act, because it's slow; only the sender may edit, so it's the caller's text
    const content = params.content === undefined ? undefined : await composeText(ctx, params.content)
    const detached_uploads = await edited(ctx, {
      messageId: params.message_id,
      content,
      previousHash: params.prev_content_sha256,
      topic: params.topic === undefined ? undefined : normalTopic(writtenTopic(ctx.viewer, params.topic)),
      channelId: params.stream_id,
      mode: params.propagate_mode,
      notices: {
        toOld: params.send_notification_to_old_thread,
        toNew: params.send_notification_to_new_thread,
      },
    })
    return { detached_uploads }
  }),
  serve(api.getMessageHistory, async (ctx, { message_id, allow_empty_topic_name }) => {
    const policy = settingsOf(ctx.org).message_edit_history_visibility_policy
    if (policy === 'none') throw api.historyTurnedOff()
    const reader = await readerOf(ctx)
    const message = await ctx.readAnywhere((tx) => readableMessage(tx, reader, message_id))
    const showing = { withContent: policy === 'all', emptyTopic: allow_empty_topic_name }
    return { message_history: await snapshotsOf(message, showing) }
  }),
  serve(deleteApi.deleteMessage, async (ctx, { message_id }) => {
    await ctx.transact((mutation) => deleteMessage(mutation, message_id))
    return {}
  }),
  serve(deleteApi.deleteTopic, async (ctx, { stream_id, topic_name }) => {
    const topic = normalTopic(topic_name)
    const until = performance.now() + longestDeletionMs
    const size = new StepSize({ ...steps, most: maxDeletedAtOnce })
    do {
      const complete = await writeStep(ctx, size, async (mutation) => {
        const subscriptions = await mutation.fetch(subscriptionsCache, ctx.viewer.id)
        return deleteFromTopic(
          mutation,
          readableChannel(mutation, mutation.viewer, subscriptions, stream_id),
          topic,
          size.count,
        )
      })
      if (complete) return { complete }
      size.end()
    } while (performance.now() < until)
    return { complete: false }
  }),
]

/** Sizes before the first step of a long operation is measured. */
const steps = { first: 100, least: 50 }

/** After this time the caller has to call again. */
const longestDeletionMs = 20_000

export const editRepeated: readonly Repeated[] = [
  {
    name: 'message retention',
    everySecs: 3600,
    async run(org, { config }) {
      await expireMessages(org)
      await purgeDeleted(org, messageOptions(config).keepDeletedMessagesDays)
    },
    ages: async (org, { config }) =>
      expires(org) ? org.now() : oldestDeletedGoes(org, messageOptions(config).keepDeletedMessagesDays),
  },
]

/** Clients without support for the empty topic get a display name for it. */
export const updateView = view(api.messageUpdated, (payload, client) => {
  const emptyTopic = client.can('empty_topic_name')
  const { subject, orig_subject } = payload
  return {
    ...payload,
    ...(orig_subject === undefined ? {} : { orig_subject: shownTopic(orig_subject, emptyTopic) }),
    ...(subject === undefined ? {} : { subject: shownTopic(subject, emptyTopic) }),
  }
})
