import { holds } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { settingsOf } from '../../organization/mirror.ts'
import type { Account } from '../../users/account.ts'
import { mayNotWriteDirectly } from '../api/send.ts'

/** Who may be in direct conversations: somebody in it must hold the permission. Bots, and oneself, are always fine. */
export function checkMayWriteTo(org: Organization, viewer: Viewer, people: readonly Account[]): void {
  const others = people.filter(({ id, botType }) => id !== viewer.id && botType === null)
  if (others.length === 0 || viewer.isBot) return
  const { direct_message_permission_group } = settingsOf(org)
  const all = [viewer, ...others.flatMap(({ id }) => org.viewer(id) ?? [])]
  if (!all.some((one) => holds(one, direct_message_permission_group))) throw mayNotWriteDirectly()
}
