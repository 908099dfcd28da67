import { event, int } from '#contract'

/** Sent to moderators when a conversation changed; clients fetch it again. */
export const modmailChanged = event('modmail', null, { modmail_id: int })
/** The same, sent to the person who wrote to the moderators. */
export const ownModmailChanged = event('own_modmail', null, { modmail_id: int })
