import { event, UserIdOut } from '#contract'

/** Sent to people who can open the file, so that clients reload it. */
export const moderationFileChanged = event('moderation_file', null, { user_id: UserIdOut })
