import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, SearchOptions } from 'ldapts'
import type { Directory } from './directory.ts'
import type { Entry } from './entry.ts'

/**
 * A failed request to a directory: it didn't answer in time (`absent`), or it doesn't match the configuration
 * (`wrong`). The message is for the server's operator and contains no secrets.
 */
export class DirectoryError extends Error {
  readonly kind: 'absent' | 'wrong'
  constructor(kind: DirectoryError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

interface Search {
  readonly filter: string
  readonly attributes: readonly string[]
  readonly binary?: readonly string[]
  readonly scope?: 'sub' | 'base'
}

export class Connection {
  readonly #directory: Directory
  readonly #client: Client

  constructor(directory: Directory, client: Client) {
    this.#directory = directory
    this.#client = client
  }

  async begin(): Promise<void> {
    const { url, startTls, ca, bindDn, bindPassword } = this.#directory
    if (startTls) await this.#request(() => this.#client.startTLS({ ...tlsFor(url), ...(ca ? { ca } : {}) }))
    if (bindDn === '') return
    if (!(await this.binds(bindDn, bindPassword())))
      throw new DirectoryError('wrong', 'does not know bind_dn with that password')
  }

  /** Checks a password. Refuses empty ones, which directories accept as anonymous binds. */
  async binds(dn: string, password: string): Promise<boolean> {
    if (password === '' || dn === '') return false
    return this.#request(async () => {
      try {
        await this.#client.bind(dn, password)
        return true
      } catch (error) {
        if (refusals.has(codeOf(error))) return false
        throw error
      }
    })
  }

  /** At most `most` entries; none if the base doesn't exist. */
  async few(base: string, search: Search, most: number): Promise<Entry[]> {
    const options = { ...optionsOf(search), sizeLimit: most }
    try {
      return (await this.#request(() => this.#client.search(base, options))).searchEntries as Entry[]
    } catch (error) {
      if (search.scope === 'base' && isGone(error)) return []
      throw error
    }
  }

  async *pages(base: string, search: Search): AsyncGenerator<Entry[]> {
    const paged = { pageSize: this.#directory.pageSize }
    const pages = this.#client.searchPaginated(base, { ...optionsOf(search), paged })
    for (;;) {
      const page = await this.#request(() => pages.next())
      if (page.done) return
      yield page.value.searchEntries as Entry[]
    }
  }

  async close(): Promise<void> {
    await this.#client.unbind().catch(() => {})
  }

  async #request<T>(work: () => Promise<T>): Promise<T> {
    const ended = new AbortController()
    const late = sleep(this.#directory.timeoutMs, undefined, { signal: ended.signal, ref: false }).then(() => {
      throw new DirectoryError('absent', 'takes too long')
    })
    late.catch(() => {})
    const asked = work()
    asked.catch(() => {})
    try {
      return await Promise.race([asked, late])
    } catch (error) {
      throw described(error)
    } finally {
      ended.abort()
    }
  }
}

const optionsOf = ({ filter, attributes, binary = [], scope = 'sub' }: Search): SearchOptions => ({
  scope,
  filter,
  attributes: [...attributes],
  explicitBufferAttributes: [...binary],
})

const tlsFor = (url: string) => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return { host, ...(isIP(host) ? {} : { servername: host }) }
}

/** Runs `work` with a new connection. Throws DirectoryError. */
export async function withDirectory<T>(directory: Directory, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { Client } = await import('ldapts')
  const { url, ca, timeoutMs } = directory
  const tlsOptions = url.startsWith('ldaps:') ? { ...tlsFor(url), ...(ca ? { ca } : {}) } : undefined
  const client = new Client({
    url,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    strictDN: false,
    ...(tlsOptions ? { tlsOptions } : {}),
  })
  const connection = new Connection(directory, client)
  try {
    await connection.begin()
    return await work(connection)
  } finally {
    await connection.close()
  }
}

const codeOf = (error: unknown): string | number | undefined => (error as { code?: string | number } | undefined)?.code

/** LDAP: noSuchObject. */
const isGone = (error: unknown) => error instanceof DirectoryError && codeOf(error.cause) === 32

/**
 * LDAP results of a refused bind: invalidCredentials; for entries without a password and for locked ones, some servers
 * return inappropriateAuthentication, insufficientAccess, unwillingToPerform, or constraintViolation.
 */
const refusals = new Set<unknown>([19, 48, 49, 50, 53])

/** LDAP: busy, unavailable, timeLimitExceeded. */
const passing = new Set([3, 51, 52])

/** Only codes and names: messages may contain secrets. */
function described(error: unknown): Error {
  if (error instanceof DirectoryError) return error
  const { message = '', name = '' } = error as Error
  const code = codeOf(error)
  if (typeof code === 'number') {
    const what = `answered ${name.replace(/Error$/, '')} (${code})`
    return new DirectoryError(passing.has(code) ? 'absent' : 'wrong', what, error)
  }
  if (typeof code === 'string') return new DirectoryError('absent', `cannot be reached (${code})`, error)
  if (/timed? ?out/i.test(message)) return new DirectoryError('absent', 'takes too long', error)
  if (/connect|socket|closed/i.test(message)) return new DirectoryError('absent', 'has ended the connection', error)
  return new DirectoryError('wrong', `cannot be asked: ${message.slice(0, 200)}`, error)
}
