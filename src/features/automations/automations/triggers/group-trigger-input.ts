import { GroupId, GroupIdOut, z } from '#contract'

const joined = z.literal('joined_group')
const left = z.literal('left_group')

/** Runs when someone joins the group or one of its subgroups, or is added to it. */
export const JoinedGroupTrigger = z.object({ kind: joined, group_id: GroupId })
export const JoinedGroupTriggerOut = z.object({ kind: joined, group_id: GroupIdOut })

/** Runs when someone leaves the group and its subgroups, or is removed from it. */
export const LeftGroupTrigger = z.object({ kind: left, group_id: GroupId })
export const LeftGroupTriggerOut = z.object({ kind: left, group_id: GroupIdOut })
