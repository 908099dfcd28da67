import { isIP } from 'node:net'

/** Where a server is reached that listens on a host and a port. */
export const urlOf = (host: string, port: number, { isTls = false } = {}): string => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${isTls ? 'https' : 'http'}://${name}:${port}`
}

/** The address of the server, and those of its organizations: one at the root, others at subdomains. */
export class Addresses {
  /** Without a slash at the end. */
  readonly root: string
  /** The path below which everything is: empty, or `/chat`. */
  readonly basePath: string
  /** The hosts whose subdomains are organizations. */
  readonly #bases: readonly string[]

  constructor(root: string) {
    this.root = root.replace(/\/$/, '')
    const { hostname: host, pathname } = new URL(root)
    this.basePath = pathname.replace(/\/$/, '')
    this.#bases = isAddress(host) ? ['localhost'] : [host, 'localhost']
  }

  organizationUrl(subdomain: string): string {
    if (subdomain === '') return this.root
    const url = new URL(this.root)
    // an address of digits has no subdomains, but every system knows those of localhost
    url.host = `${subdomain}.${isAddress(url.hostname) ? 'localhost' : url.hostname}${url.port && `:${url.port}`}`
    return url.origin + this.basePath
  }

  /** The subdomain that a Host header names; the root is the empty one. */
  subdomainOf(hostHeader: string): string {
    const name = hostHeader.replace(/:\d+$/, '').toLowerCase()
    for (const base of this.#bases) if (name.endsWith(`.${base}`)) return name.slice(0, -base.length - 1)
    return ''
  }
}

const isAddress = (hostname: string): boolean => isIP(hostname.replace(/[[\]]/g, '')) !== 0
