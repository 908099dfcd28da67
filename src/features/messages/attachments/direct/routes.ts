import { type Route, serve } from '#platform/serve'
import { beginDirect, giveUp, keepPart, ownDirectUpload, progressOf } from './actions.ts'
import * as api from './api.ts'

export const directRoutes: readonly Route[] = [
  serve(api.beginDirectUpload, async (ctx, file) => {
    const upload = await beginDirect(ctx, file)
    return { upload: upload ? { token: upload.token, ...(await progressOf(ctx, upload)) } : null }
  }),
  serve(api.getDirectUpload, async (ctx, { upload_id }) => progressOf(ctx, await ownDirectUpload(ctx, upload_id))),
  serve(api.keepDirectPart, async (ctx, { upload_id, offset, etag }) => {
    await keepPart(ctx, await ownDirectUpload(ctx, upload_id), offset, etag)
    return progressOf(ctx, await ownDirectUpload(ctx, upload_id))
  }),
  serve(api.endDirectUpload, async (ctx, { upload_id }) => {
    await giveUp(ctx, await ownDirectUpload(ctx, upload_id))
    return {}
  }),
]
