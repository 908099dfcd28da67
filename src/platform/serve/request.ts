import type { ChannelId, Scope, UserId } from '#contract'
import type { Closing } from '#platform/events'
import type { FieldsOf } from '#platform/log'

/** An uploaded file in a temporary place, deleted when the request ends. */
export interface UploadedFile {
  readonly filename: string
  readonly mimeType: string
  readonly path: string
  readonly size: number
}

/** A browser session. */
export interface SignedIn {
  readonly id: number
  readonly userId: UserId
  /** Becomes true when the session ends, even during a request. */
  readonly hasEnded: boolean
}

/** The access token of a request. */
export interface TokenInUse {
  readonly id: number
  readonly userId: UserId
  /** The name the owner gave it. */
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  /** Undefined if it isn't limited to channels; else it also excludes direct messages. */
  readonly onlyChannels: ReadonlySet<ChannelId> | undefined
  /** Becomes true when it's revoked or expires, even during a request. */
  readonly hasEnded: boolean
}

export interface RequestInfo {
  readonly id: string
  /** The caller's session or token, if it didn't use an API key. */
  readonly session: SignedIn | undefined
  readonly token: TokenInUse | undefined
  readonly address: string
  /** The address, or the /64 of an IPv6 address, for rate limits. */
  readonly network: string
  readonly userAgent: string
  /** Path and query, unchanged. */
  readonly url: string
  /** The raw body, for endpoints with `keepsBody`; else empty. */
  readonly body: Buffer
  /** The fields of that body if it's a form; else empty. */
  readonly form: ReadonlyMap<string, string>
  /** A header by its lowercase name; empty if absent. */
  header(name: string): string
  readonly files: readonly UploadedFile[]
  /**
   * Checks a password; throws after too many wrong ones for this account from this network. Attempts from networks the
   * account hasn't used (`isKnown`) are also limited together: per account across networks, and per network across
   * accounts.
   */
  tryPassword(account: string, isKnown: () => Promise<boolean>, check: () => Promise<boolean>): Promise<boolean>
  /** The same for a signed-in user's own password, which other accounts' failures don't slow down. */
  tryOwnPassword(account: string, check: () => Promise<boolean>): Promise<boolean>
  /** Checks another secret; throws after too many wrong ones from this network. */
  tryFromHere(what: string, check: () => Promise<boolean>): Promise<boolean>
  /** Call when the account's owner has authenticated in another way than by password. */
  knowCaller(account: string): void
  /** The same for a short code that follows a correct password: limited per account, from any network. */
  tryCode(account: string, check: () => Promise<boolean>): Promise<boolean>
  /** The connection, for long polls. */
  readonly closed: Closing
  /** Frees the request's slot: from now on it only waits. */
  waits(): void
  readonly cookies: ReadonlyMap<string, string>
  /** Logs an event with the caller's address and the request's ID. */
  log<N extends 'sign_in.succeeded' | 'sign_in.refused'>(name: N, fields: FieldsOf<N>): void
  /** Logs a warning for the server's operator, about something outside of the server. Must not contain secrets. */
  warn(text: string): void
}
