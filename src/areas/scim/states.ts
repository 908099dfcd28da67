import { serverEvent, ToldGroupId, ToldUserId } from '#contract'

/** A directory's data of a user changed. */
export const scimPersonChanged = serverEvent('scim_person', 'changed', { user_id: ToldUserId })
export const scimGroupChanged = serverEvent('scim_group', 'changed', { group_id: ToldGroupId })
