import { roles } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsOfGroups, groupsOffered } from '../../../channels/channels/default-groups/actions.ts'
import { checkRulesAccepted } from '../../../people/community-rules/access.ts'
import { activeModerators } from '../../../people/users/access/index.ts'
import { checkPasswordsOn } from '../../../people/users/access/password.ts'
import type { Account } from '../../../people/users/account.ts'
import { checkEmailFree, checkNameFree } from '../../../people/users/actions/create.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { profileTextChanging } from '../../../people/users/extension-points.ts'
import { checkAddressAllowed } from '../../invitations/access/addresses.ts'
import { type StoredInvitation, usableInvitation } from '../../invitations/actions.ts'
import { admissionOf, makeAccount, type NewAccount, roleIn } from '../actions/join.ts'
import { noSuchKey } from '../api.ts'
import { removeTo } from '../store.ts'
import { checkAnswers, checkCanDecide, needsApproval } from './access.ts'
import { languageOf, mailApproval, mailDeclines } from './applicant-mail.ts'
import * as errors from './errors.ts'
import { applicationLifeMs, maxApplications, maxFromNetwork } from './limits.ts'
import { alertModerators } from './notice.ts'
import { applicationAdded, applicationRemoved } from './states.ts'
import * as store from './store.ts'
import type { Answer, FollowUp } from './wire.ts'

interface Applicant extends NewAccount {
  readonly answers: readonly Answer[]
  /** A keyed hash; null if it isn't known. */
  readonly networkHash: string | null
}

/**
 * Stores an application, and uses up its link. It replaces an earlier one from the same address, unless the address isn't
 * confirmed: anyone could have entered it.
 */
export async function apply(
  mutation: Mutation,
  key: string,
  applicant: Applicant,
  { isConfirmed }: { readonly isConfirmed: boolean },
): Promise<void> {
  const { tx, org, now } = mutation
  checkPasswordsOn(org)
  const { email, invitation } = await admissionOf(mutation, key)
  if (email === null) throw noSuchKey()
  if (!needsApproval(org, invitation)) throw errors.approvalNotNeeded()
  const role = roleIn({ invitation })
  await checkCanApply(mutation, { ...applicant, email, role })
  const earlier = await store.removeFrom(tx, org.id, email)
  if (earlier && !isConfirmed) throw errors.alreadyApplied()
  if (earlier) await close(mutation, earlier)
  if ((await store.count(tx, org.id)) >= maxApplications) throw errors.tooManyApplications()
  const { networkHash } = applicant
  if (networkHash !== null && (await store.countFrom(tx, org.id, networkHash)) >= maxFromNetwork)
    throw errors.networkFull()
  const { full_name, password_hash, timezone, language, acceptedRules, answers, channelGroupIds } = applicant
  const { id } = await store.insert(tx, {
    ...{ org_id: org.id, email, full_name, password_hash, timezone, language: language ?? null },
    ...{ answers, channel_groups: [...(channelGroupIds ?? [])], accepted_rules: acceptedRules ?? null },
    ...{ role, inviter_id: invitation?.inviter_id ?? null, invitation_id: invitation?.id ?? null },
    ...{ network_hash: networkHash, applied_at: now, due_at: new Date(now.getTime() + applicationLifeMs) },
  })
  await removeTo(tx, org.id, 'registration', email)
  mutation.emit(applicationAdded, { application_id: id }, activeModerators(org))
  await alertModerators(mutation)
}

async function checkCanApply(
  mutation: Mutation,
  applicant: Applicant & { readonly email: string; readonly role: number },
): Promise<void> {
  const { org } = mutation
  const { email, role, full_name, answers, channelGroupIds = [], acceptedRules } = applicant
  checkAddressAllowed(org, email)
  const existing = mutation.get(peopleCache).withDeliveryEmail(email)
  if (!existing?.isUnclaimed) await checkEmailFree(mutation, email)
  checkNameFree(mutation, full_name, existing)
  await profileTextChanging(mutation, [{ content: full_name }], { role })
  checkRulesAccepted(org, acceptedRules)
  checkAnswers(org, answers)
  await channelsOfGroups(mutation, { role }, channelGroupIds)
}

/** Creates the account, unless another moderator has already decided. */
export async function approve(
  mutation: Mutation,
  id: number,
): Promise<{ account: Account; invitation: StoredInvitation | undefined }> {
  const { tx, org } = mutation
  const application = await removeOpen(mutation, id)
  const { invitation_id } = application
  const invitation = invitation_id === null ? undefined : await usableInvitation(mutation, { id: invitation_id })
  // an invitation that's no longer valid doesn't grant a role above member
  const role = invitation ? invitation.role : Math.max(application.role, roles.member)
  const offered = new Set((await groupsOffered(tx, org.id, { role })).map((group) => group.id))
  const language = languageOf(application)
  const account = await makeAccount(
    mutation,
    application.email,
    {
      full_name: application.full_name,
      password_hash: application.password_hash,
      timezone: application.timezone,
      channelGroupIds: application.channel_groups.filter((group) => offered.has(group)),
      acceptedRules: application.accepted_rules ?? undefined,
      language,
      approvedAs: role,
    },
    invitation,
  )
  await mailApproval(mutation, application, language ?? org.language)
  return { account, invitation }
}

export async function decline(mutation: Mutation, id: number, message: string): Promise<void> {
  await mailDeclines(mutation, [await removeOpen(mutation, id)], message)
}

/** Returns the IDs of those that were still open. */
export async function declineAll(mutation: Mutation, ids: readonly number[], message: string): Promise<number[]> {
  checkCanDecide(mutation.viewer)
  const applications = await takeOpen(mutation, ids)
  await mailDeclines(mutation, applications, message)
  return applications.map(({ id }) => id)
}

async function removeOpen(mutation: Mutation, id: number): Promise<store.Stored> {
  checkCanDecide(mutation.viewer)
  const [application] = await takeOpen(mutation, [id])
  if (!application) throw errors.applicationClosed()
  return application
}

/** Removes those that are still open, oldest first. */
async function takeOpen(mutation: Mutation, ids: readonly number[]): Promise<store.Stored[]> {
  const rows = await store.remove(mutation.tx, mutation.org.id, ids)
  const applications = rows.filter(({ due_at }) => due_at > mutation.now)
  for (const application of applications) await close(mutation, application)
  return applications
}

/** Removes the application of someone whose account was created in another way. */
export async function removeApplicationOf(mutation: Mutation, { botType, deliveryEmail }: Account): Promise<void> {
  if (botType !== null) return
  const application = await store.removeFrom(mutation.tx, mutation.org.id, deliveryEmail)
  if (application) await close(mutation, application)
}

export async function removeExpired(mutation: Mutation, id: number): Promise<void> {
  const [application] = await store.remove(mutation.tx, mutation.org.id, [id])
  if (application) await close(mutation, application)
}

/** Revokes the link for answering, and announces that the application is gone. */
async function close(mutation: Mutation, { id, email, follow_ups }: store.Stored): Promise<void> {
  if ((follow_ups as FollowUp[]).some(({ answer }) => answer === null))
    await removeTo(mutation.tx, mutation.org.id, 'application_question', email)
  mutation.emit(applicationRemoved, { application_id: id }, activeModerators(mutation.org))
}
