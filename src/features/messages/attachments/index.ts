import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { uploadSpaceCache } from './cache.ts'
import * as directApi from './direct/api.ts'
import { directRoutes } from './direct/routes.ts'
import { uploadPages } from './pages.ts'
import * as resumableApi from './resumable/api.ts'
import { resumableUploads } from './resumable/exchange.ts'
import { routes } from './routes.ts'
import { unusedUploads } from './unused-due.ts'
import * as uploadApi from './upload-api.ts'
import { uploadRoutes } from './upload-routes.ts'

export const attachmentsFeature: Feature = {
  name: 'attachments',
  api: [api, uploadApi, resumableApi, directApi],
  caches: [uploadSpaceCache],
  pages: uploadPages,
  routes: [...routes, ...uploadRoutes, ...directRoutes],
  exchanges: [resumableUploads],
  repeated: [unusedUploads],
}
