import type { UserId } from '#contract'

/** The people of a direct conversation without oneself; one with oneself has one's own id. */
export const partnersOf = (memberIds: readonly UserId[], own: UserId): UserId[] =>
  memberIds.length === 1 ? [...memberIds] : memberIds.filter((id) => id !== own)
