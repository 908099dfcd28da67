import { type Area, serve, type Tap } from '#platform/serve'
import { messageSent } from '../messages/actions/send.ts'
import { readableBy, readableFile } from './access.ts'
import { claimAttachments } from './actions/attachments.ts'
import { oneFile, takeFile } from './actions/upload.ts'
import { uploadPages } from './pages.ts'
import { uploadUrl } from './paths.ts'
import { temporaryToken } from './temporary-links.ts'
import { hasThumbnails } from './thumbnails.ts'
import * as api from './upload-api.ts'

const taps: readonly Tap[] = [
  messageSent.tap(async (act, { id, outgoing: { sender, rendered } }) => {
    const { attachmentPaths: paths } = rendered
    if (paths.length === 0) return
    const canRead = await readableBy(act, sender.id)
    await claimAttachments(act, { messageId: id, senderId: sender.id, paths, canRead })
  }),
]

/** Files over HTTP: how they come, and who may fetch them. */
export const uploadsArea: Area = {
  name: 'uploads',
  taps,
  api: [api],
  pages: uploadPages,
  routes: [
    serve(api.uploadFile, async (ctx) => {
      const { path_id, name } = await takeFile(ctx, oneFile(ctx.request.files))
      const url = uploadUrl(path_id)
      return { url, uri: url, filename: name }
    }),
    serve(api.getTemporaryUrl, async (ctx, { realm_id_str, filename }) => {
      const row = await readableFile(ctx, `${realm_id_str}/${filename}`)
      const [name = ''] = uploadUrl(row.path_id).split('/').slice(-1)
      return { url: `/user_uploads/temporary/${await temporaryToken(ctx.org, row.id)}/${name}` }
    }),
    serve(api.getThumbnailStatus, async (ctx, { realm_id_str, filename }) => ({
      has_thumbnail: hasThumbnails(await readableFile(ctx, `${realm_id_str}/${filename}`)),
    })),
  ],
}
