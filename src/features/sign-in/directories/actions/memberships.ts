import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { changeMembers } from '../../../people/groups/actions/group.ts'
import { addImportedGroup } from '../../../people/groups/actions/imported.ts'
import { groupsCache } from '../../../people/groups/cache.ts'
import type { Group } from '../../../people/groups/group.ts'
import { groupIsDeactivated } from '../../../people/groups/setting-errors.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import type { Contents } from '../contents.ts'
import type { Directory } from '../directory.ts'
import type { Plan } from '../plan.ts'
import * as store from '../store.ts'
import { each, type Workshop } from './attempt.ts'

/** Adds and removes members of user groups that the directory manages; other members stay. */
export async function bringMemberships(
  shop: Workshop,
  directory: Directory,
  contents: Contents,
  plan: Plan,
): Promise<void> {
  const { org, isDryRun, tally } = shop
  const lines = (directory.groups?.map ?? []).filter(({ userGroup }) => userGroup !== undefined)
  const names = [...new Map(lines.map(({ userGroup = '' }) => [userGroup.toLowerCase(), userGroup])).values()]
  if (names.length === 0) return
  const links = (await org.db.read((tx) => store.links(tx, org.id))).filter((one) => one.directory === directory.name)
  await each(
    shop,
    names,
    (name) => name,
    async (name) => {
      const wanted = new Set<string>()
      for (const line of lines) {
        if (line.userGroup?.toLowerCase() !== name.toLowerCase()) continue
        const members = contents.members.get(line)
        // don't remove members of a group that couldn't be read
        if (!members) return
        for (const subject of members) wanted.add(subject)
      }
      const group = org.get(groupsCache).named(name)
      if (group?.deactivated) throw groupIsDeactivated()
      const changes = changesOf(org, group, links, wanted, plan)
      if (!isDryRun) await bring(org, name, changes)
      else
        for (const { person } of plan.arrivals)
          if (wanted.has(person.subject)) tally.changed('join', person.fullName, null, name)
      note(shop, name, changes)
    },
  )
}

interface MemberChanges {
  readonly add: UserId[]
  readonly remove: UserId[]
}

function changesOf(
  org: Organization,
  group: Group | undefined,
  links: readonly store.LinkRow[],
  wanted: ReadonlySet<string>,
  plan: Plan,
): MemberChanges {
  const people = org.get(peopleCache)
  const present = new Set(group?.members)
  // a dry run hasn't reactivated or deactivated anyone
  const back = new Set(plan.returns.map(({ account }) => account.id))
  const gone = new Set(plan.departures.map(({ id }) => id))
  const active = links.filter(({ user_id: id }) => (people.byId.get(id)?.isActive || back.has(id)) && !gone.has(id))
  return {
    add: active.filter((one) => wanted.has(one.subject) && !present.has(one.user_id)).map(({ user_id }) => user_id),
    remove: active.filter((one) => !wanted.has(one.subject) && present.has(one.user_id)).map(({ user_id }) => user_id),
  }
}

const bring = (org: Organization, name: string, { add, remove }: MemberChanges): Promise<void> =>
  org.transact(null, async (mutation) => {
    const group = mutation.get(groupsCache).named(name)
    if (!group)
      await addImportedGroup(mutation, {
        name,
        description: '',
        members: [...add].sort((a, b) => a - b),
        subgroups: [],
      })
    else if (add.length + remove.length > 0)
      await changeMembers(mutation, group, { add, remove, addSubgroups: [], removeSubgroups: [] })
  })

function note({ org, tally }: Workshop, group: string, { add, remove }: MemberChanges): void {
  const { byId } = org.get(peopleCache)
  for (const id of add) tally.changed('join', byId.get(id)?.fullName ?? '', id, group)
  for (const id of remove) tally.changed('leave', byId.get(id)?.fullName ?? '', id, group)
}
