import { type Area, type Context, initial, serve, view } from '#platform/serve'
import { readableChannel } from '../channels/access.ts'
import { normalTopic, shownTopic } from '../channels/topics.ts'
import { subscriptionsMirror } from '../subscriptions/mirror.ts'
import { mutedTopicsOf, setOwnTopicPolicy, setTopicPolicy, userTopicsOf } from './actions.ts'
import * as api from './api.ts'
import { hearingMirror } from './mirror.ts'
import { policiesOf } from './store.ts'

const channelOf = async (ctx: Context, idOrName: number | string) =>
  readableChannel(ctx, ctx.viewer, await ctx.fetch(subscriptionsMirror, ctx.viewer.id), idOrName)

/** Clients that know no empty topic are told a name for it. */
const userTopicView = view(api.userTopicChanged, (payload, client) => ({
  ...payload,
  topic_name: shownTopic(payload.topic_name, client.can('empty_topic_name')),
}))

const mutedTopicsView = view(api.mutedTopicsChanged, ({ muted_topics }, client) => ({
  muted_topics: muted_topics.map(([channel, topic, date]) => [
    channel,
    shownTopic(topic, client.can('empty_topic_name')),
    date,
  ]),
}))

export const userTopicsArea: Area = {
  name: 'user-topics',
  api: [api],
  keyedMirrors: [hearingMirror],
  routes: [
    serve(api.updateUserTopic, async (ctx, { stream_id, topic, visibility_policy }) => {
      const channel = await channelOf(ctx, stream_id)
      const name = normalTopic(topic)
      await ctx.write((act) => setOwnTopicPolicy(act, channel.id, name, visibility_policy))
      return {}
    }),
    serve(api.muteTopic, async (ctx, { stream_id, stream, topic, op }) => {
      if ((stream_id === undefined) === (stream === undefined)) throw api.oneChannel()
      const channel = await channelOf(ctx, stream_id ?? (stream as string))
      const name = normalTopic(topic)
      const people = [ctx.viewer.id]
      await ctx.write(async (act) => {
        if (op === 'add') return setOwnTopicPolicy(act, channel.id, name, api.policies.muted)
        const now = (await policiesOf(act.tx, people, channel.id, name)).get(ctx.viewer.id)
        // compat: ending what is not muted is fine, and must not end a topic's being followed
        if (now === api.policies.muted) await setTopicPolicy(act, people, channel.id, name, api.policies.none)
      })
      return {}
    }),
  ],
  state: [
    initial(api.userTopics, async (tx, viewer, { client }) =>
      (await userTopicsOf(tx, viewer.id)).map((one) => ({
        ...one,
        topic_name: shownTopic(one.topic_name, client.can('empty_topic_name')),
      })),
    ),
    initial(api.mutedTopics, async (tx, viewer, { org, client }) => {
      const subscriptions = await org.fetch(subscriptionsMirror, viewer.id, tx)
      const topics = await mutedTopicsOf(tx, org, viewer, subscriptions)
      return topics.map(
        ([channel, topic, date]): api.MutedTopic => [channel, shownTopic(topic, client.can('empty_topic_name')), date],
      )
    }),
  ],
  views: [userTopicView, mutedTopicsView],
}
