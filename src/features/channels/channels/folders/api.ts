import { apiError, bool, endpoint, event, id, ids, int, state, text, z } from '#contract'
import { registerConstants } from '../../../people/organization/register-constants.ts'
import { tooManyKept } from '../../../people/organization/totals.ts'

export const maxChannelFolderNameLength = registerConstants.max_channel_folder_name_length
export const maxChannelFolderDescriptionLength = registerConstants.max_channel_folder_description_length

const name = text({ trim: true, min: 1, max: maxChannelFolderNameLength }).refine(
  (value) => !/\p{Cc}/u.test(value),
  'has an invalid character',
)
const description = text({ trim: true, max: maxChannelFolderDescriptionLength })

/** Sorted by ascending `order`. */
export const ChannelFolder = z.object({
  id: int,
  name: z.string(),
  description: z.string(),
  rendered_description: z.string(),
  order: int,
  date_created: int.nullable(),
  creator_id: int.nullable(),
  is_archived: bool,
})
export type ChannelFolder = z.infer<typeof ChannelFolder>

export const noSuchFolder = apiError(400, 'BAD_REQUEST', 'Invalid channel folder ID')
export const folderArchived = apiError(400, 'BAD_REQUEST', 'This channel folder is archived.')
export const folderNameTaken = apiError(400, 'BAD_REQUEST', "Channel folder '{name}' already exists")
export const folderInUse = apiError(400, 'BAD_REQUEST', 'You need to remove all the channels from this folder first.')
export const incompleteOrder = apiError(400, 'BAD_REQUEST', "Invalid order: names each of the folders' ids once")

export const createChannelFolder = endpoint('POST /channel_folders/create', {
  summary: 'Create a channel folder',
  caller: 'administrator',
  params: { name, description: description.default('') },
  result: { channel_folder_id: int },
  errors: [folderNameTaken, tooManyKept],
})

export const getChannelFolders = endpoint('GET /channel_folders', {
  summary: 'Get channel folders, in order',
  params: { include_archived: bool.default(false) },
  result: { channel_folders: z.array(ChannelFolder) },
})

/** `order` lists every folder, archived ones included. */
export const reorderChannelFolders = endpoint('PATCH /channel_folders', {
  summary: 'Reorder channel folders',
  caller: 'administrator',
  params: { order: ids },
  errors: [incompleteOrder],
})

export const updateChannelFolder = endpoint('PATCH /channel_folders/{channel_folder_id}', {
  summary: 'Update, archive, or unarchive a channel folder',
  caller: 'administrator',
  params: {
    channel_folder_id: id,
    name: name.optional(),
    description: description.optional(),
    is_archived: bool.optional(),
  },
  errors: [noSuchFolder, folderNameTaken, folderInUse],
})

export const folderAdded = event('channel_folder', 'add', { channel_folder: ChannelFolder })
export const folderUpdated = event('channel_folder', 'update', {
  channel_folder_id: int,
  data: ChannelFolder.pick({ name: true, description: true, rendered_description: true, is_archived: true }).partial(),
})
export const foldersReordered = event('channel_folder', 'reorder', { order: z.array(int) })

const inOrder = (folders: ChannelFolder[]) => folders.sort((a, b) => a.order - b.order)

export const channelFolders = state('channel_folders', z.array(ChannelFolder))
  .on(folderAdded, (list, { channel_folder }) => inOrder([...list, channel_folder]))
  .on(folderUpdated, (list, { channel_folder_id, data }) =>
    list.map((folder) => (folder.id === channel_folder_id ? { ...folder, ...data } : folder)),
  )
  .on(foldersReordered, (list, { order }) =>
    inOrder(list.map((folder) => ({ ...folder, order: order.indexOf(folder.id) }))),
  )
