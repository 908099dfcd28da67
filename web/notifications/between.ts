/** Messages from the service worker to pages, with a port for the page that handles them to answer on. */
export type WorkerMessage =
  /** A push arrived: a page with a connection notifies by itself, or knows why not to. */
  | { readonly say: 'pushed'; readonly messageId: number; readonly account: number }
  /** A call rings: a visible page with a connection shows it by itself. */
  | { readonly say: 'called'; readonly account: number }
  | { readonly say: 'open'; readonly hash: string; readonly toWrite: boolean }
