import type { GroupSettingValue } from '#contract'
import type { SupportedPermission } from '../../../people/organization/permission-settings.ts'

interface Unnamed {
  readonly id: number
  readonly members: readonly number[]
  readonly subgroups: readonly number[]
}

/** The public server's permissions are always groups: unnamed ones for users and groups. */
export class Permissions {
  readonly #systemGroups: ReadonlyMap<string, number>
  #lastId: number
  readonly unnamed: Unnamed[] = []

  /** Ids of unnamed groups begin after `lastId`. */
  constructor(systemGroups: ReadonlyMap<string, number>, lastId: number) {
    this.#systemGroups = systemGroups
    this.#lastId = lastId
  }

  system(name: string): number {
    const id = this.#systemGroups.get(name)
    if (id === undefined) throw new Error(`The organization has no group ${name}`)
    return id
  }

  all(
    supported: Readonly<Record<string, SupportedPermission>>,
    chosen: Readonly<Record<string, unknown>>,
    { creator, isSystem = false }: { creator?: number | null; isSystem?: boolean } = {},
  ): Record<string, number> {
    const settings: Record<string, number> = {}
    for (const [name, { default_group_name, default_for_system_groups }] of Object.entries(supported)) {
      const value = chosen[name] as GroupSettingValue | undefined
      if (value !== undefined) settings[name] = this.#idOf(value)
      else if (isSystem && default_for_system_groups) settings[name] = this.system(default_for_system_groups)
      else if (default_group_name === 'channel_creator' || default_group_name === 'group_creator')
        settings[name] = this.#make(creator ? [creator] : [], [])
      else settings[name] = this.system(default_group_name)
    }
    return settings
  }

  #idOf(value: GroupSettingValue): number {
    return typeof value === 'number' ? value : this.#make(value.direct_members, value.direct_subgroups)
  }

  #make(members: readonly number[], subgroups: readonly number[]): number {
    const id = ++this.#lastId
    this.unnamed.push({ id, members, subgroups })
    return id
  }
}
