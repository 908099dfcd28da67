import type { GroupId, UserId } from '#contract'
import type { Row } from '#platform/db'
import type { Account } from '../../people/users/account.ts'
import type { Json } from './json.ts'

/** Directory data of a user that doesn't fit the account. */
export interface KeptPerson {
  readonly userId: UserId
  readonly externalId: string | null
  readonly userName: string | null
  readonly attributes: Json
  readonly modifiedAt: Date
  readonly isDeleted: boolean
}

export interface KeptGroup {
  readonly groupId: GroupId
  readonly externalId: string | null
  readonly modifiedAt: Date
}

/** Profile field IDs by the attributes shown in them. */
export type ProfileFieldIds = Readonly<Record<string, number>>

export class Directory {
  isOn = false
  profileFields: ProfileFieldIds = {}
  tokens: ReadonlyMap<string, Row<'scim_token'>> = new Map()
  readonly people = new Map<UserId, KeptPerson>()
  readonly groups = new Map<GroupId, KeptGroup>()
  readonly #peopleByExternalId = new Map<string, UserId>()
  readonly #peopleByUserName = new Map<string, UserId>()
  readonly #groupsByExternalId = new Map<string, GroupId>()

  putPerson(person: KeptPerson): void {
    const before = this.people.get(person.userId)
    forget(this.#peopleByExternalId, before?.externalId, person.userId)
    forget(this.#peopleByUserName, before?.userName?.toLowerCase(), person.userId)
    this.people.set(person.userId, person)
    if (person.externalId !== null) this.#peopleByExternalId.set(person.externalId, person.userId)
    if (person.userName !== null) this.#peopleByUserName.set(person.userName.toLowerCase(), person.userId)
  }

  putGroup(group: KeptGroup): void {
    forget(this.#groupsByExternalId, this.groups.get(group.groupId)?.externalId, group.groupId)
    this.groups.set(group.groupId, group)
    if (group.externalId !== null) this.#groupsByExternalId.set(group.externalId, group.groupId)
  }

  personWithExternalId(externalId: string): UserId | undefined {
    return this.#peopleByExternalId.get(externalId)
  }

  /** By the name set by a directory, case-insensitively; for other accounts, user names are email addresses. */
  personWithUserName(userName: string): UserId | undefined {
    return this.#peopleByUserName.get(userName.toLowerCase())
  }

  groupWithExternalId(externalId: string): GroupId | undefined {
    return this.#groupsByExternalId.get(externalId)
  }

  /** Whether directories can see an account: humans not deleted by one. */
  knows({ id, botType, isSystemBot, isActive, isDeleted }: Account): boolean {
    if (botType !== null || isSystemBot || isDeleted) return false
    return isActive || !this.people.get(id)?.isDeleted
  }
}

function forget<I>(index: Map<string, I>, key: string | null | undefined, id: I): void {
  if (key != null && index.get(key) === id) index.delete(key)
}
