/** How much of a mail somebody wants to read. */
export interface Wish {
  /** Its HTML rather than its plain text, where it has both. */
  readonly prefersHtml: boolean
  /** What it quotes of the mails before it stays. */
  readonly keepsQuotes: boolean
  /** The signature stays. */
  readonly keepsSignature: boolean
}

/** What a thread is told: where the mail is, and where the files that are in it go. */
export interface Order {
  /** The mail as it came. */
  readonly file: string
  /** An existing folder of this mail's own. */
  readonly folder: string
  readonly wishes: readonly Wish[]
}
