import type { GroupId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { HookHandler } from '#platform/serve'
import { groupMembershipChanged } from '../../people/groups/actions/group.ts'
import { groupsCache } from '../../people/groups/cache.ts'
import { userCreated } from '../../people/users/actions/create.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { withdrawFromFormerMembers } from './actions/asks.ts'
import { SkippedJoins } from './actions/skipped-joins.ts'
import { startRuns } from './actions/start.ts'
import { eventTriggersCache, type Listener } from './event-triggers-cache.ts'
import { membershipChanges } from './group-changes.ts'
import { continueSoon } from './hooks.ts'
import { maxJoinsAtOnce } from './limits.ts'

interface GroupChange {
  readonly change: 'joined' | 'left'
  readonly groupId: GroupId
  readonly people: readonly UserId[]
  /** Whether it's part of a batch that's too large to start runs. */
  readonly isSkipped: boolean
}

/** Unlike for channels, people who rejoin start another run: the position identifies the change. */
async function startForGroup(
  mutation: Mutation,
  listeners: readonly Listener[],
  { change, groupId, people, isSkipped }: GroupChange,
): Promise<void> {
  const skipped = new SkippedJoins(mutation)
  for (const personId of people) {
    const cause = { onceKey: `${change} group ${groupId} ${personId} ${mutation.position}`, personId }
    if (isSkipped) skipped.add(listeners, cause)
    else await startRuns(mutation, listeners, cause, {})
  }
  await skipped.save()
}

const isActivePerson = (mutation: Mutation) => (id: UserId) => {
  const account = mutation.get(peopleCache).byId.get(id)
  return account?.isActive === true && account.botType === null
}

export const groupTriggerHandlers: readonly HookHandler[] = [
  groupMembershipChanged.handledBy(async (mutation, before, after) => {
    if (await withdrawFromFormerMembers(mutation, before, after)) continueSoon(mutation)
  }),
  groupMembershipChanged.handledBy(async (mutation, before, after) => {
    const { groupJoins, groupLeaves } = mutation.get(eventTriggersCache)
    for (const groupId of new Set([...groupJoins.keys(), ...groupLeaves.keys()])) {
      if (mutation.get(groupsCache).byId.get(groupId)?.deactivated !== false) continue
      const { joined, left } = membershipChanges(mutation.org, groupId, before, after)
      const isSkipped = joined.length + left.length > maxJoinsAtOnce
      const start = (listeners: readonly Listener[] = [], change: GroupChange['change'], ids: readonly UserId[]) => {
        const people = ids.filter(isActivePerson(mutation))
        return startForGroup(mutation, listeners, { change, groupId, people, isSkipped })
      }
      await start(groupJoins.get(groupId), 'joined', joined)
      await start(groupLeaves.get(groupId), 'left', left)
    }
  }),
  userCreated.handledBy(async (mutation, { id: personId, botType }, { groupIds = [], accountsAtOnce = 1 }) => {
    if (botType !== null) return
    const isSkipped = accountsAtOnce > maxJoinsAtOnce
    const { arrivals, groupJoins } = mutation.get(eventTriggersCache)
    const cause = { onceKey: `joined organization ${personId}`, personId }
    if (isSkipped) await new SkippedJoins(mutation).add(arrivals, cause).save()
    else await startRuns(mutation, arrivals, cause, {})
    if (groupJoins.size === 0) return
    // groups of the invitation, which don't call groupMembershipChanged
    for (const [groupId, listeners] of groupJoins) {
      const inside = mutation.get(groupsCache).within(groupId)
      if (groupIds.some((id) => inside.has(id)))
        await startForGroup(mutation, listeners, { change: 'joined', groupId, people: [personId], isSkipped })
    }
  }),
]
