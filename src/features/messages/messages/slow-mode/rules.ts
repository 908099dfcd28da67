/** When someone can post again in a channel with slow mode, in UNIX seconds like `postedAt`. */
export const slowUntil = (postedAt: number, slowModeSeconds: number): number => postedAt + slowModeSeconds
