import type { ChannelId, Scope, UserId } from '#contract'
import type { Closing } from '#platform/events'

/** A file that a request brought, kept in a temporary place until the request ends. */
export interface UploadedFile {
  readonly filename: string
  readonly mimeType: string
  readonly path: string
  readonly size: number
}

/** A browser that is signed in. */
export interface SignedIn {
  readonly id: number
  readonly userId: UserId
  /** Becomes true when the session ends, also while a request waits. */
  readonly hasEnded: boolean
}

/** What a program has that acts for somebody, in place of the account's own key. */
export interface TokenInUse {
  readonly id: number
  readonly userId: UserId
  /** As the account's owner calls it. */
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  /** Undefined where it is good for every channel, and for direct conversations. */
  readonly onlyChannels: ReadonlySet<ChannelId> | undefined
  /** Becomes true when it is revoked or expires, also while a request waits. */
  readonly hasEnded: boolean
}

export interface RequestInfo {
  readonly id: string
  /** By what the caller is known, where that is not an API key. */
  readonly session: SignedIn | undefined
  readonly token: TokenInUse | undefined
  readonly address: string
  /** What limits per address count: the address, or the /64 of an IPv6 address. */
  readonly network: string
  readonly userAgent: string
  /** The path and the query, as they came. */
  readonly url: string
  /** The bytes of the body, of an endpoint that keeps them; else none. */
  readonly body: Buffer
  /** The fields of those bytes where they are a form; else none. */
  readonly form: ReadonlyMap<string, string>
  /** The value of a header by its name in lower case; empty where there is none. */
  header(name: string): string
  readonly files: readonly UploadedFile[]
  /**
   * Checks a password; throws when too many were wrong for this account, tried from this network. Attempts from networks
   * from which the account was never used (`isKnown`) are slowed down together: those at one account, wherever they come
   * from, and those from one network, whatever the account.
   */
  tryPassword(account: string, isKnown: () => Promise<boolean>, check: () => Promise<boolean>): Promise<boolean>
  /** The same for a signed-in user's own password, which other accounts' wrong passwords don't slow down. */
  tryOwnPassword(account: string, check: () => Promise<boolean>): Promise<boolean>
  /** Checks another secret; throws when too many were wrong, tried from this network. */
  tryFromHere(what: string, check: () => Promise<boolean>): Promise<boolean>
  /** The caller has proved in another way than by a password to be the account's owner. */
  knowCaller(account: string): void
  /** The same for a short code of somebody whose password is known already: from wherever it is tried. */
  tryCode(account: string, check: () => Promise<boolean>): Promise<boolean>
  /** The connection, for answers that may have to wait. */
  readonly closed: Closing
  /** From now on nothing is done but to wait: others may begin. */
  waits(): void
  readonly cookies: ReadonlyMap<string, string>
  /** A line in the log, for whoever runs the server: something outside does not do its part. Never with a secret. */
  warn(text: string): void
}
