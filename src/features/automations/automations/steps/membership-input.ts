import { ChannelId, ChannelIdOut, GroupId, GroupIdOut, z } from '#contract'

/* These steps change memberships of the person who triggered the run. */

const addToChannel = z.literal('add_to_channel')
export const AddToChannel = z.object({ kind: addToChannel, stream_id: ChannelId })
export type AddToChannel = z.output<typeof AddToChannel>
export const AddToChannelOut = z.object({ kind: addToChannel, stream_id: ChannelIdOut })

const removeFromChannel = z.literal('remove_from_channel')
export const RemoveFromChannel = z.object({ kind: removeFromChannel, stream_id: ChannelId })
export type RemoveFromChannel = z.output<typeof RemoveFromChannel>
export const RemoveFromChannelOut = z.object({ kind: removeFromChannel, stream_id: ChannelIdOut })

const addToGroup = z.literal('add_to_group')
export const AddToGroup = z.object({ kind: addToGroup, group_id: GroupId })
export type AddToGroup = z.output<typeof AddToGroup>
export const AddToGroupOut = z.object({ kind: addToGroup, group_id: GroupIdOut })

const removeFromGroup = z.literal('remove_from_group')
export const RemoveFromGroup = z.object({ kind: removeFromGroup, group_id: GroupId })
export type RemoveFromGroup = z.output<typeof RemoveFromGroup>
export const RemoveFromGroupOut = z.object({ kind: removeFromGroup, group_id: GroupIdOut })

const membershipSteps: readonly string[] = [
  addToChannel.value,
  removeFromChannel.value,
  addToGroup.value,
  removeFromGroup.value,
]

export const changesMembership = ({ kind }: { readonly kind: string }): boolean => membershipSteps.includes(kind)
