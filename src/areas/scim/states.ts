import { serverEvent, ToldGroupId, ToldUserId } from '#contract'

/** What a directory says of somebody has changed. */
export const scimPersonChanged = serverEvent('scim_person', 'changed', { user_id: ToldUserId })
export const scimGroupChanged = serverEvent('scim_group', 'changed', { group_id: ToldGroupId })
