import { isIP } from 'node:net'

/** The URL of a server that listens on a host and port. */
export const urlOf = (host: string, port: number, { isTls = false } = {}): string => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${isTls ? 'https' : 'http'}://${name}:${port}`
}

/** The URLs of the server and its organizations: one at the root, others at subdomains. */
export class Addresses {
  /** Without a trailing slash. */
  readonly root: string
  /** The base path: empty, or `/chat`. */
  readonly basePath: string
  /** Hosts whose subdomains are organizations. */
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
    // an IP address has no subdomains, but localhost does on every system
    url.host = `${subdomain}.${isAddress(url.hostname) ? 'localhost' : url.hostname}${url.port && `:${url.port}`}`
    return url.origin + this.basePath
  }

  /** The subdomain in a Host header; empty for the root. */
  subdomainOf(hostHeader: string): string {
    const name = hostHeader.replace(/:\d+$/, '').toLowerCase()
    for (const base of this.#bases) if (name.endsWith(`.${base}`)) return name.slice(0, -base.length - 1)
    return ''
  }
}

const isAddress = (hostname: string): boolean => isIP(hostname.replace(/[[\]]/g, '')) !== 0
