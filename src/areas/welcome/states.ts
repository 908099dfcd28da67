import { serverEvent, ToldUserId } from '#contract'

/** Somebody was asked to do another step of the tour, or it is over. */
export const tourChanged = serverEvent('welcome_tour', 'changed', { user_id: ToldUserId })
