/** Messages from the service worker to pages, with a port for the page that handles them to answer on. */
export type WorkerMessage =
  /** A push arrived: a page with a connection notifies by itself, or knows why not to. */
  | { readonly say: 'pushed'; readonly messageId: number; readonly account: number }
  /** A call rings: a visible page with a connection shows it by itself. */
  | { readonly say: 'called'; readonly account: number }
  /** The user accepted a call in its notification. */
  | { readonly say: 'accept'; readonly callId: number; readonly account: number }
  | { readonly say: 'open'; readonly hash: string; readonly toWrite: boolean }

/** Kept by the service worker for the next page when the user presses *Accept* in a notification and no page is open. */
export interface AcceptedCall {
  readonly account: number
  readonly callId: number
  /** In milliseconds. */
  readonly at: number
}
