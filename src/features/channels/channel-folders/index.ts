import { type Feature, initial } from '#platform/serve'
import * as api from './api.ts'
import { foldersCache } from './cache.ts'
import { routes } from './routes.ts'

export const channelFoldersFeature: Feature = {
  name: 'channel-folders',
  api: [api],
  caches: [foldersCache],
  routes,
  state: [initial(api.channelFolders, (_tx, _viewer, { org }) => [...org.get(foldersCache).values()])],
}
