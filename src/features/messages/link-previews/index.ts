import type { Feature, HookHandler } from '#platform/serve'
import { messageSent } from '../messages/actions/send.ts'
import { messageEdited } from '../messages/hooks.ts'
import { noteLinks } from './actions.ts'
import { linkPreviews } from './due.ts'
import { externalPicturePages } from './pages.ts'

const hookHandlers: readonly HookHandler[] = [
  messageSent.handledBy((mutation, { id, outgoing }) => noteLinks(mutation, id, outgoing.rendered.previewUrls)),
  messageEdited.handledBy((mutation, { id, rendered }) => noteLinks(mutation, id, rendered.previewUrls)),
]

export const linkPreviewsFeature: Feature = {
  name: 'link-previews',
  hookHandlers,
  due: [linkPreviews],
  pages: externalPicturePages,
}
