import type { Act } from '#platform/organization'
import type { Area, Tap } from '#platform/serve'
import { messageSent } from '../messages/actions/send.ts'
import { messageEdited } from '../messages/hooks.ts'
import { settingsOf } from '../organization/mirror.ts'
import { linkPreviews } from './due.ts'
import { externalPicturePages } from './pages.ts'
import * as store from './store.ts'

async function noteLinks(act: Act, messageId: number, previewUrls: readonly string[]): Promise<void> {
  if (previewUrls.length === 0 || !settingsOf(act).inline_url_embed_preview) return
  await store.insert(act.tx, act.org.id, messageId, act.now)
  act.onCommit(() => act.org.services.workDue(linkPreviews, act.now))
}

const taps: readonly Tap[] = [
  messageSent.tap((act, { id, outgoing }) => noteLinks(act, id, outgoing.rendered.previewUrls)),
  messageEdited.tap((act, { id, rendered }) => noteLinks(act, id, rendered.previewUrls)),
]

export const linkPreviewsArea: Area = { name: 'link-previews', taps, due: [linkPreviews], pages: externalPicturePages }
