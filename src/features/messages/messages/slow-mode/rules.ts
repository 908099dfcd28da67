/** When someone can post again, in UNIX seconds like `postedAt`. */
export const slowUntil = (postedAt: number, slowModeSeconds: number): number => postedAt + slowModeSeconds
