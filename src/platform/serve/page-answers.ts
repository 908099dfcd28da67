import type { Readable } from 'node:stream'
import type { ByteRange } from '#platform/blobs'

/** A file as a page answers with it; the http layer sees to ranges, caching and what browsers may do with it. */
export interface ServedFile {
  readonly type: string
  /** Absent: it is made as it is sent, as a whole. */
  readonly size?: number
  /** What it is called when somebody keeps it. */
  readonly name: string
  /** Names this very content; letters and digits. */
  readonly version: string
  readonly maxAgeSecs: number
  /** Whether shared caches may keep it; else only the reader's own. */
  readonly isPublic?: boolean
  /** A download even where a browser could show it. */
  readonly download?: boolean
  stream(range?: ByteRange): Promise<Readable>
}

/** What a page leaves in the browser, for this host, out of reach of scripts; an age of 0 takes it away. */
export interface Cookie {
  readonly name: string
  /** Letters, digits, `-`, `_` and `.`. */
  readonly value: string
  readonly maxAgeSecs: number
}

/** Sends the reader elsewhere. */
export class Redirect {
  readonly to: string
  readonly cookies: readonly Cookie[]
  constructor(to: string, cookies: readonly Cookie[] = []) {
    this.to = to
    this.cookies = cookies
  }
}

/** A page for people, mostly without a script: made by the `html` template of `src/platform/http/html.ts`. */
export class HtmlPage {
  readonly text: string
  readonly status: number
  readonly cookies: readonly Cookie[]
  /** Where the answer to its form may lead, beside here: a source of a Content-Security-Policy. */
  readonly formsLeadTo: string | undefined
  /** The one that stands in the text and may run. */
  readonly script: string | undefined
  constructor(
    text: string,
    status = 200,
    cookies: readonly Cookie[] = [],
    more: Partial<Pick<HtmlPage, 'formsLeadTo' | 'script'>> = {},
  ) {
    this.text = text
    this.status = status
    this.cookies = cookies
    this.formsLeadTo = more.formsLeadTo
    this.script = more.script
  }
}

/**
 * What anybody may read and search engines may find: the same for everybody who asks. It loads nothing but
 * scripts, styles, pictures and sounds of this server.
 */
export class PublicDocument {
  /** With its encoding. */
  readonly type: string
  readonly text: string
  /** Whether search engines may list it. */
  readonly isListed: boolean
  constructor(type: string, text: string, isListed: boolean) {
    this.type = type
    this.text = text
    this.isListed = isListed
  }
}
export type PageAnswer = ServedFile | Redirect | HtmlPage | PublicDocument
