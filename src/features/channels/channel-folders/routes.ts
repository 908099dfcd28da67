import { type Route, serve } from '#platform/serve'
import { createFolder, reorderFolders, updateFolder } from './actions.ts'
import * as api from './api.ts'
import { foldersCache } from './cache.ts'
import { renderDescription } from './rendered-description.ts'

export const routes: readonly Route[] = [
  serve(api.createChannelFolder, async (ctx, wanted) => {
    const rendered = await renderDescription(ctx.org, wanted.description)
    const { id } = await ctx.transact((mutation) => createFolder(mutation, wanted, rendered))
    return { channel_folder_id: id }
  }),
  serve(api.getChannelFolders, ({ org }, { include_archived }) => ({
    channel_folders: [...org.get(foldersCache).values()].filter((folder) => include_archived || !folder.is_archived),
  })),
  serve(api.reorderChannelFolders, async (ctx, { order }) => {
    await ctx.transact((mutation) => reorderFolders(mutation, order))
    return {}
  }),
  serve(api.updateChannelFolder, async (ctx, { channel_folder_id, ...changes }) => {
    const rendered = await renderDescription(ctx.org, changes.description ?? '')
    await ctx.transact((mutation) => updateFolder(mutation, channel_folder_id, changes, rendered))
    return {}
  }),
]
