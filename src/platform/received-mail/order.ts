/** Options for extracting a mail's text. */
export interface Wish {
  /** Prefers HTML to plain text if the mail has both. */
  readonly prefersHtml: boolean
  readonly keepsQuotes: boolean
  readonly keepsSignature: boolean
  /** It was sent to an address for replies, so it can quote a mail even if its headers don't say so. */
  readonly answersMessage: boolean
}

export interface Order {
  /** The mail as received. */
  readonly file: string
  /** An existing folder for this mail's attachments. */
  readonly folder: string
  readonly wishes: readonly Wish[]
}
