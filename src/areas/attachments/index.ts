import { dayMs } from '#contract'
import type { Area } from '#platform/serve'
import { removeUnused } from './actions/unused.ts'
import * as api from './api.ts'
import { performRemovals } from './due.ts'
import { uploadSpaceMirror } from './mirror.ts'
import { routes } from './routes.ts'

/** Which files there are, and which messages hold them. How they come and go over HTTP: the uploads area. */
export const attachmentsArea: Area = {
  name: 'attachments',
  api: [api],
  mirrors: [uploadSpaceMirror],
  routes,
  repeated: [
    {
      name: 'unused uploads',
      everySecs: 3600,
      async run(org, { blobs, config, now }) {
        await removeUnused(org, new Date(now().getTime() - config.keepUnusedUploadsDays * dayMs))
        await performRemovals(org, blobs)
      },
    },
  ],
}
