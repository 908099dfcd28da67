/** Options for extracting a mail's text. */
export interface Wish {
  /** Prefers HTML to plain text if the mail has both. */
  readonly prefersHtml: boolean
  readonly keepsQuotes: boolean
  readonly keepsSignature: boolean
}

export interface Order {
  /** The mail as received. */
  readonly file: string
  /** An existing folder for this mail's attachments. */
  readonly folder: string
  readonly wishes: readonly Wish[]
}
