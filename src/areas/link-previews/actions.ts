import type { MessageId } from '#contract'
import type { Act } from '#platform/organization'
import { settingsOf } from '../organization/mirror.ts'
import { linkPreviews } from './due.ts'
import * as store from './store.ts'

export async function noteLinks(act: Act, messageId: MessageId, previewUrls: readonly string[]): Promise<void> {
  if (previewUrls.length === 0 || !settingsOf(act).inline_url_embed_preview) return
  await store.insert(act.tx, act.org.id, messageId, act.now)
  act.onCommit(() => act.org.services.workDue(linkPreviews, act.now))
}
