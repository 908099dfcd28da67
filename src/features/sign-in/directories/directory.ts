export interface GroupLine {
  /** By name or DN. */
  readonly group: string
  /** Created if missing. */
  readonly userGroup: string | undefined
  readonly role: number | undefined
}

export interface GroupSource {
  readonly base: string
  readonly filter: string
  readonly nameAttribute: string
  readonly memberAttribute: string
  /** Resolve nested groups on the server, as Active Directory can. */
  readonly isNested: boolean
  readonly map: readonly GroupLine[]
}

export interface Directory {
  readonly name: string
  /** Null for all organizations. */
  readonly subdomains: readonly string[] | null
  readonly url: string
  readonly startTls: boolean
  /** CA certificates (PEM) used to verify the directory; replaces the system's. */
  readonly ca: string | undefined
  /** Empty for anonymous. */
  readonly bindDn: string
  /** A function, so that printing or serializing the directory doesn't reveal it. */
  readonly bindPassword: () => string
  readonly base: string
  readonly userFilter: string
  /** Attributes that people can sign in with. */
  readonly loginAttributes: readonly string[]
  readonly uniqueId: string
  readonly email: string
  readonly fullName: readonly string[]
  /** Null if pictures aren't synchronized. */
  readonly picture: string | null
  /** The attribute with an entry's time of change. */
  readonly stamp: string
  /** A bit field that marks accounts that can't sign in; null if there is none. */
  readonly control: { readonly attribute: string; readonly disabledBits: number } | null
  /** Matches accounts that can't sign in. */
  readonly disabledFilter: string | null
  /** Attributes by profile field name. */
  readonly profileFields: ReadonlyMap<string, string>
  readonly groups: GroupSource | null
  readonly accounts: 'rules' | 'sign-in' | 'sync'
  /** Maximum share of linked accounts that a run can deactivate without confirmation. */
  readonly maxDeactivatedPercent: number
  readonly timeoutMs: number
  readonly pageSize: number
}

export const isDirectoryOf = ({ subdomains }: Directory, subdomain: string): boolean =>
  subdomains === null || subdomains.includes(subdomain)

export const hostOf = ({ url }: Directory): string => new URL(url).host
