import type { Organization } from '#platform/organization'
import type { Area } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { peopleMirror } from '../users/mirror.ts'
import { isFullMember } from './access.ts'
import { groupsMirror } from './mirror.ts'

/** Who an account is as somebody that asks; system bots act through the server only. */
function viewerOf(org: Organization, userId: number): Viewer | undefined {
  const account = org.get(peopleMirror).byId.get(userId)
  if (!account?.isActive) return undefined
  const { id, role, botType } = account
  const groupIds = org.get(groupsMirror).of({ id, role, isFullMember: isFullMember(org, account) })
  return { id, orgId: org.id, role, isBot: botType !== null, groupIds }
}

export const groupsArea: Area = {
  name: 'groups',
  mirrors: [groupsMirror],
  viewerOf,
}
