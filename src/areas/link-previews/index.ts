import type { Area, Tap } from '#platform/serve'
import { messageSent } from '../messages/actions/send.ts'
import { messageEdited } from '../messages/hooks.ts'
import { noteLinks } from './actions.ts'
import { linkPreviews } from './due.ts'
import { externalPicturePages } from './pages.ts'

const taps: readonly Tap[] = [
  messageSent.tap((act, { id, outgoing }) => noteLinks(act, id, outgoing.rendered.previewUrls)),
  messageEdited.tap((act, { id, rendered }) => noteLinks(act, id, rendered.previewUrls)),
]

export const linkPreviewsArea: Area = { name: 'link-previews', taps, due: [linkPreviews], pages: externalPicturePages }
