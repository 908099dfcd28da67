import { serverEvent, UserIdOut } from '#contract'

export const tourChanged = serverEvent('welcome_tour', 'changed', { user_id: UserIdOut })
