import { dayMs } from '#contract'
import type { Area } from '#platform/serve'
import { removeUnused } from './actions/unused.ts'
import * as api from './api.ts'
import { performRemovals } from './due.ts'
import { uploadSpaceMirror } from './mirror.ts'
import { uploadPages } from './pages.ts'
import { removeExpired } from './resumable/due.ts'
import { resumableUploads } from './resumable/exchange.ts'
import { routes } from './routes.ts'
import * as uploadApi from './upload-api.ts'
import { uploadRoutes } from './upload-routes.ts'

/** Files: which there are, which messages hold them, how they come and go. */
export const attachmentsArea: Area = {
  name: 'attachments',
  api: [api, uploadApi],
  mirrors: [uploadSpaceMirror],
  pages: uploadPages,
  routes: [...routes, ...uploadRoutes],
  exchanges: [resumableUploads],
  repeated: [
    {
      name: 'unused uploads',
      everySecs: 3600,
      async run(org, server) {
        const { blobs, config, now } = server
        await removeExpired(org, server)
        await removeUnused(org, new Date(now().getTime() - config.keepUnusedUploadsDays * dayMs))
        await performRemovals(org, blobs)
      },
    },
  ],
}
