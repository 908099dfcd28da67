import { type GroupId, invalidArgument } from '#contract'
import type { Mutation } from '#platform/organization'
import { canAddMembers, canRemoveMembers, knownGroup } from '../../../../people/groups/access/permissions.ts'
import { changeMembers } from '../../../../people/groups/actions/group.ts'
import type { Group } from '../../../../people/groups/group.ts'
import { groupIsDeactivated } from '../../../../people/groups/setting-values.ts'
import type { AddToGroup, RemoveFromGroup } from '../../steps/membership-input.ts'
import { activeGroup } from '../active-group.ts'
import { checkAuthorized, checkCanChangeMemberships, personOf } from './membership.ts'
import type { StepKind, StepLocation } from './step-kind.ts'

function check(
  mutation: Mutation,
  id: GroupId,
  location: StepLocation,
  allows: typeof canAddMembers,
  reason: string,
): void {
  checkCanChangeMemberships(location)
  const refuse = (why: string) => invalidArgument({}, { name: `${location.at}.group_id`, reason: why })
  const group = activeGroup(mutation, id, refuse)
  if (!allows(mutation.org, mutation.viewer, group)) throw refuse(reason)
}

function currentGroup(mutation: Mutation, id: GroupId): Group {
  const group = knownGroup(mutation.org, id)
  if (group.deactivated) throw groupIsDeactivated()
  return group
}

const noChanges = { add: [], remove: [], addSubgroups: [], removeSubgroups: [] }

export const addToGroup: StepKind<AddToGroup> = {
  canBeRolledBack: true,
  check(mutation, step, location) {
    check(mutation, step.group_id, location, canAddMembers, "is a group you can't add people to")
    return { step, channelsToJoin: [] }
  },
  async prepare(context, { group_id }) {
    return async (mutation) => {
      const { id } = personOf(mutation, context)
      const group = currentGroup(mutation, group_id)
      checkAuthorized(mutation, context, (viewer) => canAddMembers(mutation.org, viewer, group))
      if (!group.members.includes(id)) await changeMembers(mutation, group, { ...noChanges, add: [id] })
      return {}
    }
  },
}

export const removeFromGroup: StepKind<RemoveFromGroup> = {
  canBeRolledBack: true,
  check(mutation, step, location) {
    check(mutation, step.group_id, location, canRemoveMembers, "is a group you can't remove people from")
    return { step, channelsToJoin: [] }
  },
  async prepare(context, { group_id }) {
    return async (mutation) => {
      const { id } = personOf(mutation, context)
      const group = currentGroup(mutation, group_id)
      checkAuthorized(mutation, context, (viewer) => canRemoveMembers(mutation.org, viewer, group))
      if (group.members.includes(id)) await changeMembers(mutation, group, { ...noChanges, remove: [id] })
      return {}
    }
  },
}
