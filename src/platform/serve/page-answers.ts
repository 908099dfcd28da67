import type { Readable } from 'node:stream'
import type { ByteRange } from '#platform/blobs'

/** A file in a page's response; the HTTP layer handles ranges, caching, and security headers. */
export interface ServedFile {
  readonly type: string
  /** Absent for generated files, which are sent as a whole. */
  readonly size?: number
  /** The file name for downloads. */
  readonly name: string
  /** Identifies the content (ETag); letters and digits. */
  readonly version: string
  readonly maxAgeSecs: number
  /** Shared caches may store it; by default only the browser. */
  readonly isPublic?: boolean
  /** Always a download, even if browsers could show it. */
  readonly download?: boolean
  stream(range?: ByteRange): Promise<Readable>
}

/** An HttpOnly cookie for this host; an age of 0 removes it. */
export interface Cookie {
  readonly name: string
  /** Letters, digits, `-`, `_`, and `.`. */
  readonly value: string
  readonly maxAgeSecs: number
}

export class Redirect {
  readonly to: string
  readonly cookies: readonly Cookie[]
  constructor(to: string, cookies: readonly Cookie[] = []) {
    this.to = to
    this.cookies = cookies
  }
}

/** A page made by the `html` template of `src/platform/http/html.ts`, usually without scripts. */
export class HtmlPage {
  readonly text: string
  readonly status: number
  readonly cookies: readonly Cookie[]
  /** Another origin that its form may lead to, for the Content-Security-Policy. */
  readonly formsLeadTo: string | undefined
  /** The inline script that may run. */
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

/** A public page, the same for everyone. It loads only scripts, styles, images, and sounds of this server. */
export class PublicDocument {
  /** With its charset. */
  readonly type: string
  readonly text: string
  /** Whether search engines can index it. */
  readonly isListed: boolean
  constructor(type: string, text: string, isListed: boolean) {
    this.type = type
    this.text = text
    this.isListed = isListed
  }
}
export type PageAnswer = ServedFile | Redirect | HtmlPage | PublicDocument
