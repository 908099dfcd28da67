import { serverEvent, ToldUserId } from '#contract'

/** A user's tour step changed or the tour ended. */
export const tourChanged = serverEvent('welcome_tour', 'changed', { user_id: ToldUserId })
