import { type Area, initial } from '#platform/serve'
import * as api from './api.ts'
import { foldersMirror } from './mirror.ts'
import { routes } from './routes.ts'

export const channelFoldersArea: Area = {
  name: 'channel-folders',
  api: [api],
  mirrors: [foldersMirror],
  routes,
  state: [initial(api.channelFolders, (_tx, _viewer, { org }) => [...org.get(foldersMirror).values()])],
}
