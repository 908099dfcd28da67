/** How to extract a mail's text. */
export interface Wish {
  /** Prefers HTML to plain text if the mail has both. */
  readonly prefersHtml: boolean
  /** Keeps quotations of earlier mails. */
  readonly keepsQuotes: boolean
  /** Keeps the signature. */
  readonly keepsSignature: boolean
}

/** A request to a mail thread. */
export interface Order {
  /** The mail as received. */
  readonly file: string
  /** An existing folder for this mail's attachments. */
  readonly folder: string
  readonly wishes: readonly Wish[]
}
