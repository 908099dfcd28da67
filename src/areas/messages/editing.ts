import type { ParamsOf } from '#contract'
import type { View } from '#platform/events'
import { type Context, type Route, serve } from '#platform/serve'
import { knowUploads } from '../attachments/known.ts'
import { canSeeChannel } from '../channels/access.ts'
import { subscriptionsMirror } from '../subscriptions/mirror.ts'
import { type Account, peopleMirror } from '../users/mirror.ts'
import type { NewContent } from './actions/edit/content.ts'
import { editMessage } from './actions/edit/edit.ts'
import * as api from './api/edit.ts'
import { normalTopic } from './recipients.ts'
import { normalContent, render } from './rendering.ts'
import { shownTopic } from './wire.ts'

type Params = ParamsOf<typeof api.updateMessage.params>

/** Rendered before the act: it takes time. Only the sender may edit, so it is the caller's text. */
async function newContent(ctx: Context, params: Params): Promise<NewContent | undefined> {
  if (params.content === undefined) return undefined
  const { org, viewer } = ctx
  const content = normalContent(params.content)
  const subscriptions = await ctx.fetch(subscriptionsMirror, viewer.id)
  const sender = org.get(peopleMirror).byId.get(viewer.id) as Account
  await knowUploads(ctx, content)
  const rendered = render(org, sender, content, (channel) =>
    canSeeChannel(viewer, channel, subscriptions.isSubscribed(channel.id)),
  )
  return { content, rendered, previousHash: params.prev_content_sha256 }
}

export const editRoutes: readonly Route[] = [
  serve(api.updateMessage, async (ctx, params) => {
    const content = await newContent(ctx, params)
    const detached_uploads = await ctx.write((act) =>
      editMessage(act, {
        messageId: params.message_id,
        content,
        topic: params.topic === undefined ? undefined : normalTopic(params.topic),
        channelId: params.stream_id,
        mode: params.propagate_mode,
        notices: {
          toOld: params.send_notification_to_old_thread,
          toNew: params.send_notification_to_new_thread,
        },
      }),
    )
    return { detached_uploads }
  }),
]

/** Clients that know no empty topic are told a name for it. */
export const updateView: View = (payload, client) => {
  const emptyTopic = client.can('empty_topic_name')
  const { subject, orig_subject } = payload as { subject?: string; orig_subject?: string }
  return {
    ...payload,
    ...(orig_subject === undefined ? {} : { orig_subject: shownTopic(orig_subject, emptyTopic) }),
    ...(subject === undefined ? {} : { subject: shownTopic(subject, emptyTopic) }),
  }
}
