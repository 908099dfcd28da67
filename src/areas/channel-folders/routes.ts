import { type Route, serve } from '#platform/serve'
import { createFolder, reorderFolders, updateFolder } from './actions.ts'
import * as api from './api.ts'
import { foldersMirror } from './mirror.ts'
import { renderDescription } from './rendered-description.ts'

export const routes: readonly Route[] = [
  serve(api.createChannelFolder, async (ctx, wanted) => {
    const rendered = await renderDescription(ctx.org, wanted.description)
    const { id } = await ctx.write((act) => createFolder(act, wanted, rendered))
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
    const rendered = await renderDescription(ctx.org, changes.description ?? '')
    await ctx.write((act) => updateFolder(act, channel_folder_id, changes, rendered))
    return {}
  }),
]
