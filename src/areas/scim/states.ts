import { serverEvent, ToldGroupId, ToldUserId } from '#contract'

export const scimPersonChanged = serverEvent('scim_person', 'changed', { user_id: ToldUserId })
export const scimGroupChanged = serverEvent('scim_group', 'changed', { group_id: ToldGroupId })
