/** A group of the directory, and what being in it means here. */
export interface GroupLine {
  /** By its name, or by its whole name (DN). */
  readonly group: string
  /** The user group that its members are in; made where there is none. */
  readonly userGroup: string | undefined
  readonly role: number | undefined
}

export interface GroupSource {
  readonly base: string
  readonly filter: string
  readonly nameAttribute: string
  readonly memberAttribute: string
  /** Whether members of groups within the group are asked of the directory, as Active Directory can tell. */
  readonly isNested: boolean
  readonly map: readonly GroupLine[]
}

/** A directory of people that speaks LDAP. */
export interface Directory {
  readonly name: string
  /** The organizations whose directory it is; null for all. */
  readonly subdomains: readonly string[] | null
  readonly url: string
  readonly startTls: boolean
  /** Certificates in PEM of those that are believed, beside none other. */
  readonly ca: string | undefined
  /** As whom the directory is asked; empty for nobody. */
  readonly bindDn: string
  /** A function, so that nothing that prints or serializes the directory shows it. */
  readonly bindPassword: () => string
  readonly base: string
  readonly userFilter: string
  /** What people may type in to sign in. */
  readonly loginAttributes: readonly string[]
  readonly uniqueId: string
  readonly email: string
  /** The first that has a value is the name. */
  readonly fullName: readonly string[]
  /** Null where pictures are left alone. */
  readonly picture: string | null
  /** Says when an entry was changed. */
  readonly stamp: string
  /** An attribute in which bits say that somebody may not sign in; null for none. */
  readonly control: { readonly attribute: string; readonly disabledBits: number } | null
  /** Who fits it may not sign in. */
  readonly disabledFilter: string | null
  /** By the names of the profile fields. */
  readonly profileFields: ReadonlyMap<string, string>
  readonly groups: GroupSource | null
  /** When accounts are made: as the organization lets people join, at the first sign-in, or by a synchronisation. */
  readonly accounts: 'rules' | 'sign-in' | 'sync'
  /** Of the accounts that it knows, how many it may deactivate at a time without being asked. */
  readonly mostDeactivatedPercent: number
  readonly timeoutMs: number
  readonly pageSize: number
}

export const isDirectoryOf = ({ subdomains }: Directory, subdomain: string): boolean =>
  subdomains === null || subdomains.includes(subdomain)

/** The host, for whoever reads where people are from. */
export const hostOf = ({ url }: Directory): string => new URL(url).host
