import { ApiError, invalidArgument, userDeactivated } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { checkNotRestricted } from '../../../../people/restrictions/access.ts'
import type { Account } from '../../../../people/users/account.ts'
import { peopleCache } from '../../../../people/users/cache.ts'
import { causeUnavailable, notAuthorized } from '../../errors.ts'
import { causeParts } from '../../triggers/cause-rules.ts'
import type { RunContext, StepLocation } from './step-kind.ts'

export function checkCanChangeMemberships({ channelId, trigger, at }: StepLocation): void {
  const refuse = (reason: string) => invalidArgument({}, { name: `${at}.kind`, reason })
  if (channelId !== null) throw refuse('is only available in organization-wide automations')
  if (!causeParts(trigger).person) throw refuse('requires a trigger that involves a person')
}

/**
 * Throws unless the automation's bot has the permission, or the person who saved the steps still does. Saving requires
 * it too, so an automation can't do what its editor can't.
 */
export function checkAuthorized(
  { org, viewer }: Mutation,
  { savedById }: RunContext,
  allows: (viewer: Viewer) => boolean,
): void {
  const savedBy = savedById === null ? undefined : org.viewer(savedById)
  const isAllowed = (viewer: Viewer | undefined) => viewer !== undefined && !isRestricted(org, viewer) && allows(viewer)
  if (!isAllowed(savedBy) && !isAllowed(viewer)) throw notAuthorized()
}

function isRestricted(org: Organization, viewer: Viewer): boolean {
  try {
    checkNotRestricted({ org, viewer }, { in: 'elsewhere' })
    return false
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return true
  }
}

export function personOf(mutation: Mutation, { cause }: RunContext): Account {
  const person = cause && mutation.get(peopleCache).byId.get(cause.person.id)
  if (!person) throw causeUnavailable()
  if (!person.isActive) throw userDeactivated()
  return person
}
