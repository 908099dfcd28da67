import { invalidArgument, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { visibilityOf } from '../../../../people/users/access/index.ts'
import { peopleCache } from '../../../../people/users/cache.ts'

/** Throws unless these are people the viewer can see. */
export function checkPeople(mutation: Mutation, ids: readonly UserId[], at: string): void {
  const { byId } = mutation.get(peopleCache)
  const knows = visibilityOf(mutation.org, mutation.viewer)
  for (const id of ids) {
    const account = byId.get(id)
    if (!account?.isActive || account.botType !== null || !knows(id))
      throw invalidArgument({}, { name: `${at}.user_ids`, reason: `${id} is not an active user` })
  }
}
