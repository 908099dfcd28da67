import { uploadsPath } from '#contract'
import { type Route, serve } from '#platform/serve'
import { readableFile } from './access/file.ts'
import { oneFile, takeFile } from './actions/upload.ts'
import { uploadUrl } from './paths.ts'
import { temporaryToken } from './temporary-links.ts'
import { hasThumbnails } from './thumbnails.ts'
import * as api from './upload-api.ts'

export const uploadRoutes: readonly Route[] = [
  serve(api.uploadFile, async (ctx) => {
    const { path_id, name } = await takeFile(ctx, oneFile(ctx.request.files))
    const url = uploadUrl(path_id)
    return { url, uri: url, filename: name }
  }),
  serve(api.getTemporaryUrl, async (ctx, { realm_id_str, filename }) => {
    const row = await readableFile(ctx, `${realm_id_str}/${filename}`)
    const [name = ''] = uploadUrl(row.path_id).split('/').slice(-1)
    return { url: `${uploadsPath}temporary/${await temporaryToken(ctx.org, row.id)}/${name}` }
  }),
  serve(api.getThumbnailStatus, async (ctx, { realm_id_str, filename }) => ({
    has_thumbnail: hasThumbnails(await readableFile(ctx, `${realm_id_str}/${filename}`)),
  })),
]
