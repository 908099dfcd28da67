/** What the service worker says to pages, with a port by which one answers that takes care of it. */
export type WorkerWord =
  /** A message was pushed: a page that hears of messages itself tells of it, or knows why not. */
  | { readonly say: 'pushed'; readonly messageId: number; readonly account: number }
  /** Somebody has pressed a notification. */
  | { readonly say: 'open'; readonly hash: string; readonly toWrite: boolean }
