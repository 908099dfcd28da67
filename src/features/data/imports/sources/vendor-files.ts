import type { Outbound } from '#platform/outbound'
import { type FileSource, Unreadable } from '../records.ts'

const timeoutMs = 120_000
/** A file is held in memory while it is fetched. */
const maxFetched = 128 * 2 ** 20

/** Open as long as the archive is. */
export type FileRequests = Pick<Outbound, 'request' | 'close'>

interface NamedFile {
  key?: string | undefined
  name: string
  size?: number | undefined
  contentType?: string | undefined
}

/** Only these hosts are asked, without following redirects. URLs contain keys, so they are never shown. */
export class VendorFiles {
  readonly #outbound: FileRequests
  readonly #isVendor: (url: URL) => boolean
  readonly #download: boolean

  constructor(outbound: FileRequests, isVendor: (url: URL) => boolean, download: boolean) {
    this.#outbound = outbound
    this.#isVendor = isVendor
    this.#download = download
  }

  file(url: string | undefined, named: NamedFile): FileSource | undefined {
    if (url === undefined || !URL.canParse(url) || !this.#isVendor(new URL(url))) return undefined
    return { ...named, open: () => this.#fetch(url, named) }
  }

  async close(): Promise<void> {
    await this.#outbound.close()
  }

  async #fetch(url: string, { name, size, contentType }: NamedFile): Promise<AsyncIterable<Uint8Array>> {
    if (!this.#download) throw new Unreadable(`${name} is not in the archive, and files are not fetched.`)
    if (size !== undefined && size > maxFetched) throw new Unreadable(`${name} is too large to be fetched.`)
    const answer = await this.#outbound.request({ url, timeoutMs, maxBytes: maxFetched, redirects: 0 }).catch(() => {
      throw new Unreadable(`${name} could not be fetched.`)
    })
    const type = answer.headers.get('content-type') ?? ''
    // expired URLs return a sign-in page instead of the file
    const isPage = /^text\/html\b/i.test(type) && !/html/i.test(contentType ?? '')
    const isOther = size !== undefined && size > 0 && answer.body.length !== size
    if (answer.status !== 200 || isPage || isOther) throw new Unreadable(`The address of ${name} is dead.`)
    return (async function* () {
      yield answer.body
    })()
  }
}

/** True for these hosts and their subdomains, with https on the default port. */
export const isHostOf =
  (...hosts: string[]) =>
  ({ protocol, hostname, port, username }: URL): boolean =>
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
