import type { Mutation } from '#platform/organization'
import { isFullMember } from '../../../people/groups/access/index.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import type { ProfileText } from '../../../people/users/extension-points.ts'
import { isTarget, realmUrlOf } from './access.ts'
import { moderationRulesCache } from './cache.ts'
import { profileRefusedBy } from './errors.ts'
import { Inspection } from './inspection.ts'

/** Throws if a name, status, or profile field that the acting user writes breaks a rule for these texts. */
export async function checkProfileTexts(
  mutation: Mutation,
  texts: readonly ProfileText[],
  joining?: { readonly role: number },
): Promise<void> {
  const { org, viewerId, now } = mutation
  const { current } = mutation.get(moderationRulesCache)
  const rules = current.enabled.filter(({ checks_profiles }) => checks_profiles)
  if (rules.length === 0) return
  const author = joining
    ? { ...joining, botType: null, botOwnerId: null, joinedAt: now, isWelcomed: false, hasPostedEnough: false }
    : viewerId !== null && mutation.get(peopleCache).byId.get(viewerId)
  // the server's own changes, such as those of directories
  if (!author) return
  const targeted = rules.filter(({ applies_to }) =>
    isTarget(org, applies_to, author, (person) => isFullMember(org, person)),
  )
  for (const text of texts) {
    const inspection = Inspection.ofProfileText(current, realmUrlOf(org), text)
    for (const rule of targeted) {
      const { condition } = rule
      const isText = condition.kind === 'words' || condition.kind === 'links'
      if (isText && inspection.matches(rule.id, condition)) throw profileRefusedBy(rule)
    }
  }
}
