import type { UserId } from '#contract'

/** Opens a person's moderation file; set once that part of the client can be loaded. */
export const moderating = { open(_userId: UserId): void {} }
