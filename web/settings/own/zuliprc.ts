interface Access {
  readonly email: string
  readonly key: string
  readonly site: string
  /** Of outgoing webhooks. */
  readonly token?: string
}

/** The configuration file that the API's clients and libraries read. */
export const zuliprc = ({ email, key, site, token }: Access, section = 'api'): string =>
  [`[${section}]`, `email=${email}`, `key=${key}`, `site=${site}`, ...(token ? [`token=${token}`] : []), ''].join('\n')

/** The same for several outgoing webhooks, each in a section named by the part before its `@`. */
export const botserverrc = (all: readonly Access[]): string =>
  all.map((one) => zuliprc(one, one.email.split('@')[0])).join('\n')
