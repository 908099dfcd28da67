import type { AuthenticationResult } from './authentication.ts'
import type { Automatic } from './automatic.ts'
import type { Invitation } from './invitation.ts'

export interface MailFile {
  readonly filename: string
  readonly mimeType: string
  readonly path: string
  /** In bytes. */
  readonly size: number
}

export interface ReadMail {
  /** As stated by the mail, unverified; null if missing. */
  readonly from: { readonly name: string; readonly address: string } | null
  readonly subject: string
  /** A digest of the Message-ID, else of the body. */
  readonly identity: string
  /** Why it counts as automatic; null for a person's mail. */
  readonly automatic: Automatic | null
  /** The number of `Received` headers. */
  readonly hops: number
  /** `X-Loop` values of the servers that made or forwarded it. */
  readonly loopMarks: readonly string[]
  /** `Authentication-Results` about its sender, the latest first. */
  readonly authentication: readonly AuthenticationResult[]
  /** Markdown, for each wish of the order. */
  readonly texts: readonly string[]
  readonly invitations: readonly Invitation[]
  readonly files: readonly MailFile[]
}
