import { apiError, endpoint, event, id, int, list, state, text, z } from '#contract'
import { invalidChannelName } from '../errors.ts'
import { maxChannelNameLength } from '../limits.ts'

export const maxGroupNameLength = 60
export const maxGroupDescriptionLength = 1_024
export const maxGroups = 100
export const maxChannelsInGroup = 500

/** `streams` are ids of channels. */
export const DefaultChannelGroup = z.object({
  id: int,
  name: z.string(),
  description: z.string(),
  streams: z.array(int),
})
export type DefaultChannelGroup = z.infer<typeof DefaultChannelGroup>

export const noSuchGroup = apiError(400, 'BAD_REQUEST', 'Invalid default channel group ID')
export const groupNameTaken = apiError(400, 'BAD_REQUEST', "Default channel group '{name}' already exists")
export const tooManyGroups = apiError(400, 'BAD_REQUEST', 'No more than {limit} default channel groups')
export const tooManyInGroup = apiError(400, 'BAD_REQUEST', 'No more than {limit} channels in a default channel group')
export const alreadyInGroup = apiError(400, 'BAD_REQUEST', "Channel '{name}' is in the default channel group already")
export const notInGroup = apiError(400, 'BAD_REQUEST', "Channel '{name}' is not in the default channel group")
export const notForGroups = apiError(
  400,
  'BAD_REQUEST',
  "Channel '{name}' cannot be in a default channel group: it is private or already a default channel",
)

const name = text({ trim: true, min: 1, max: maxGroupNameLength }).refine(
  (value) => !/\p{Cc}/u.test(value),
  'has an invalid character',
)
const description = text({ trim: true, max: maxGroupDescriptionLength })
const stream_names = list(text({ max: maxChannelNameLength }), { max: maxChannelsInGroup })

export const createDefaultChannelGroup = endpoint('POST /default_stream_groups/create', {
  summary: 'Create a default channel group',
  caller: 'administrator',
  params: { group_name: name, description: description.default(''), stream_names },
  errors: [groupNameTaken, tooManyGroups, invalidChannelName, notForGroups],
})

export const updateDefaultChannelGroup = endpoint('PATCH /default_stream_groups/{group_id}', {
  summary: 'Update a default channel group',
  caller: 'administrator',
  params: { group_id: id, new_group_name: name.optional(), new_description: description.optional() },
  errors: [noSuchGroup, groupNameTaken],
})

export const deleteDefaultChannelGroup = endpoint('DELETE /default_stream_groups/{group_id}', {
  summary: 'Delete a default channel group, keeping its channels',
  caller: 'administrator',
  params: { group_id: id },
  errors: [noSuchGroup],
})

export const changeDefaultChannelGroup = endpoint('PATCH /default_stream_groups/{group_id}/streams', {
  summary: 'Add or remove channels in a default channel group',
  caller: 'administrator',
  params: { group_id: id, op: z.enum(['add', 'remove']), stream_names },
  errors: [noSuchGroup, invalidChannelName, notForGroups, alreadyInGroup, notInGroup, tooManyInGroup],
})

/** Contains all groups; not sent to guests. */
export const groupsChanged = event('default_stream_groups', null, {
  default_stream_groups: z.array(DefaultChannelGroup),
})

export const groupsState = state(
  'realm_default_stream_groups',
  z.array(DefaultChannelGroup),
  'default_stream_groups',
).on(groupsChanged, (_before, { default_stream_groups }) => default_stream_groups)
