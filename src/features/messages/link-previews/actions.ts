import type { MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { settingsOf } from '../../people/organization/cache.ts'
import { linkPreviews } from './due.ts'
import * as store from './store.ts'

export async function noteLinks(
  mutation: Mutation,
  messageId: MessageId,
  previewUrls: readonly string[],
): Promise<void> {
  if (previewUrls.length === 0 || !settingsOf(mutation).inline_url_embed_preview) return
  await store.insert(mutation.tx, mutation.org.id, messageId, mutation.now)
  mutation.onCommit(() => mutation.org.services.workDue(linkPreviews, mutation.now))
}
