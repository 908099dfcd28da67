import type { UserId } from '#contract'

/** The members of a direct conversation without the user, except in one with themselves. */
export const partnersOf = (memberIds: readonly UserId[], own: UserId): UserId[] =>
  memberIds.length === 1 ? [...memberIds] : memberIds.filter((id) => id !== own)
