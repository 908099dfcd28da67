import { GroupIdOut, serverEvent, UserIdOut } from '#contract'

export const scimPersonChanged = serverEvent('scim_person', 'changed', { user_id: UserIdOut })
export const scimGroupChanged = serverEvent('scim_group', 'changed', { group_id: GroupIdOut })
