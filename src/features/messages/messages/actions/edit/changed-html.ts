import { seconds } from '#contract'
import type { Rendered } from '#platform/markdown'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../../channels/channels/cache.ts'
import type { ReadableMessage } from '../../access/readable.ts'
import * as store from '../../store/edit.ts'
import { emitEdit } from './events.ts'

/** Shows a message's text differently. Clients don't mark that as an edit; nothing happens if the text has changed. */
export async function changeRendering(
  mutation: Mutation,
  message: ReadableMessage,
  rendered: Pick<Rendered, 'html' | 'rendererVersion' | 'isMeMessage' | 'channelWildcard'>,
): Promise<void> {
  if (!(await store.replaceRendering(mutation.tx, message, rendered))) return
  const channel = mutation.get(channelsCache).ofConversation(message.conversation_id)
  const fields = {
    user_id: null,
    rendering_only: true,
    edit_timestamp: seconds(mutation.now),
    content: message.content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
  }
  await emitEdit(mutation, message, channel, fields, rendered.channelWildcard)
}
