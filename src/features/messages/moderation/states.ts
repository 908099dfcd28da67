import { event, UserIdOut } from '#contract'

/** To people who can open the person's file: reload it. */
export const moderationFileChanged = event('moderation_file', null, { user_id: UserIdOut })
