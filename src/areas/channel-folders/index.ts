import { type Area, initial, serve } from '#platform/serve'
import { createFolder, reorderFolders, updateFolder } from './actions.ts'
import * as api from './api.ts'
import { foldersMirror } from './mirror.ts'

export const channelFoldersArea: Area = {
  name: 'channel-folders',
  mirrors: [foldersMirror],
  routes: [
    serve(api.createChannelFolder, async (ctx, wanted) => {
      const { id } = await ctx.write((act) => createFolder(act, wanted))
      return { channel_folder_id: id }
    }),
    serve(api.getChannelFolders, ({ org }, { include_archived }) => ({
      channel_folders: [...org.get(foldersMirror).values()].filter((folder) => include_archived || !folder.is_archived),
    })),
    serve(api.reorderChannelFolders, async (ctx, { order }) => {
      await ctx.write((act) => reorderFolders(act, order))
      return {}
    }),
    serve(api.updateChannelFolder, async (ctx, { channel_folder_id, ...changes }) => {
      await ctx.write((act) => updateFolder(act, channel_folder_id, changes))
      return {}
    }),
  ],
  state: [initial(api.channelFolders, (_tx, _viewer, { org }) => [...org.get(foldersMirror).values()])],
}
