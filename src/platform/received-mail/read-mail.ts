import type { AuthenticationResult } from './authentication.ts'
import type { Automatic } from './automatic.ts'
import type { Invitation } from './invitation.ts'

/** A file that came with a mail, in the folder of its order. */
export interface MailFile {
  readonly filename: string
  readonly mimeType: string
  readonly path: string
  /** Bytes. */
  readonly size: number
}

/** A mail as it was understood. */
export interface ReadMail {
  /** As the mail says, which anybody can write; null where it says nothing. */
  readonly from: { readonly name: string; readonly address: string } | null
  readonly subject: string
  /** Names this very mail: its Message-ID, else a digest of what is in it. */
  readonly identity: string
  /** Why no person has sent it just now; null for a mail by a person. */
  readonly automatic: Automatic | null
  /** How many servers it says to have come through. */
  readonly hops: number
  /** The values of `X-Loop`: who has passed it on or made it. */
  readonly loopMarks: readonly string[]
  /** What servers say to have found out about its sender, the latest first. */
  readonly authentication: readonly AuthenticationResult[]
  /** Markdown, for each wish of the order. */
  readonly texts: readonly string[]
  readonly invitations: readonly Invitation[]
  readonly files: readonly MailFile[]
}
