import { ApiError, type ApiErrorKind, isAdministrator, roles, type UserId } from '#contract'
import type { NewRow } from '#platform/db'
import { dateIn, type Language, lastResort } from '#platform/languages'
import { greeting, sendMail } from '#platform/mail'
import type { Mutation, Organization } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { errorText } from '../../people/languages/error-text.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { checkTotal, maxPerUser } from '../../people/organization/totals.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { highestRoleFrom } from '../../people/users/rules.ts'
import { checkAddressAllowed } from './access/addresses.ts'
import { checkCanInvite, hasExpired, managedInvitation, type Offer } from './access/invitation.ts'
import * as api from './api.ts'
import * as store from './store.ts'
import { textsIn } from './texts.ts'
import { newToken } from './token.ts'

export { hasExpired } from './access/invitation.ts'
export type { StoredInvitation } from './store.ts'

/** Per request; more at once would be a mass mailing. */
export const maxAtOnce = 500
const maxLength = 254

interface NewInvitation extends Offer {
  readonly invite_expires_in_minutes: number | null
  readonly include_realm_default_subscriptions: boolean
  readonly notify_referrer_on_join: boolean
  readonly welcome_message_custom_text?: string | null | undefined
}

/** `[address, reason, whether a deactivated account has it]`, as in the error's body. */
type Failure = [email: string, reason: string, isDeactivated: boolean]

export const joinUrl = (org: Organization, token: string): string =>
  `${org.services.organizationUrl(org.get(organizationCache).subdomain)}/join/${token}`

/** Administrators manage all invitations, others their own. */
function notifyManagers(mutation: Mutation, inviterIds: readonly UserId[]): void {
  const managers = mutation
    .get(peopleCache)
    .all()
    .filter((account) => account.isActive && !account.isSystemBot)
    .filter((account) => isAdministrator(account) || inviterIds.includes(account.id))
  mutation.emit(
    api.invitesChanged,
    {},
    managers.map(({ id }) => id),
  )
}

/**
 * Invites people by email. If an address can't join, no one is invited; addresses with an account are skipped. Returns
 * the error to throw after the commit, if any.
 */
export async function inviteByMail(
  mutation: Mutation,
  addresses: string,
  invitation: NewInvitation,
): Promise<ApiError | null> {
  checkCanInvite(mutation, 'can_invite_users_group', invitation)
  const emails = new Map(
    addresses
      .split(/[,\n\r]/)
      .map((part) => bareAddress(part.trim()))
      .filter((part) => part !== '')
      .map((email) => [email.toLowerCase(), email]),
  )
  if (emails.size === 0) throw api.noAddresses()
  if (emails.size > maxAtOnce) throw api.tooManyAddresses({}, { limit: maxAtOnce })
  const { language = lastResort } = mutation.viewer
  const unfit = [...emails.values()].flatMap((email) => objection(mutation.org, email, language) ?? [])
  if (unfit.length > 0) throw failed(api.invalidAddresses, unfit, false)
  const people = mutation.get(peopleCache)
  const taken: Failure[] = []
  const fresh: string[] = []
  for (const email of emails.values()) {
    const account = people.withDeliveryEmail(email)
    if (account && !account.isUnclaimed) taken.push([email, errorText(language, api.hasAccount()), !account.isActive])
    else fresh.push(email)
  }
  if (fresh.length === 0) throw failed(api.allHaveAccounts, taken, false)
  await mailInvitations(mutation, fresh, invitation)
  if (taken.length === 0) return null
  return failed(api.someHaveAccounts, taken, true)
}

export async function mailInvitations(
  mutation: Mutation,
  emails: readonly string[],
  invitation: NewInvitation,
): Promise<void> {
  await store.removeExpired(mutation.tx, mutation.org.id, mutation.now)
  checkTotal(maxPerUser, 'invitations', await store.count(mutation.tx, mutation.viewer.id), emails.length)
  const tokens = new Map(emails.map((email) => [email, newToken()]))
  const rows = await store.insert(
    mutation.tx,
    [...tokens].map(([email, token]) => row(mutation, invitation, token, { email })),
  )
  for (const one of rows) await mailInvitation(mutation, one, tokens.get(one.email as string) as string)
  notifyManagers(mutation, [mutation.viewer.id])
}

/** `Name <address>`, as copied from mail programs. */
const bareAddress = (text: string): string => /^[^<>]*<([^<>]*)>$/.exec(text)?.[1]?.trim() ?? text

function objection(org: Organization, email: string, language: Language): [Failure] | undefined {
  try {
    checkAddressAllowed(org, email)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return [[email.slice(0, maxLength), errorText(language, error), false]]
  }
}

const failed = (kind: ApiErrorKind, errors: Failure[], sent_invitations: boolean): ApiError =>
  kind({ errors, sent_invitations, daily_limit_reached: false, license_limit_reached: false })

function row(
  { org, viewer, now }: Mutation,
  invitation: NewInvitation,
  token: string,
  kind: { email: string } | { link_token: string },
): NewRow<'invitation'> {
  const { invite_expires_in_minutes: minutes } = invitation
  return {
    org_id: org.id,
    inviter_id: viewer.id,
    ...kind,
    token_hash: hashToken(token),
    role: invitation.invite_as,
    channel_ids: [...new Set(invitation.stream_ids)],
    group_ids: [...new Set(invitation.group_ids)],
    default_channels: invitation.include_realm_default_subscriptions,
    notify_inviter: invitation.notify_referrer_on_join,
    welcome_text: invitation.welcome_message_custom_text ?? null,
    created_at: now,
    expires_at: minutes === null ? null : new Date(now.getTime() + minutes * 60_000),
    remind_at: 'email' in kind ? reminderTime(now, minutes) : null,
  }
}

const dayMinutes = 24 * 60

/** Two days before the end; only for invitations of four days or more. */
export const reminderTime = (now: Date, minutes: number | null): Date | null =>
  minutes === null || minutes < 4 * dayMinutes ? null : new Date(now.getTime() + (minutes - 2 * dayMinutes) * 60_000)

async function mailInvitation(
  mutation: Mutation,
  one: store.StoredInvitation,
  token: string,
  { isReminder = false } = {},
): Promise<void> {
  const { name } = mutation.get(organizationCache)
  const inviter = mutation.get(peopleCache).byId.get(one.inviter_id)
  const email = one.email as string
  // people who haven't joined have no language setting yet
  const { language } = mutation.org
  const texts = textsIn(language)
  const subject = isReminder ? texts.reminderSubject : texts.subject
  await sendMail(mutation, {
    language,
    key: `invitation ${one.id} ${hashToken(token).slice(0, 16)}`,
    to: { name: '', address: email },
    fromName: name,
    subject: subject(inviter?.fullName ?? name, name),
    parts: [
      greeting(language),
      ...(isReminder ? [texts.reminder] : []),
      inviter ? texts.text(inviter.fullName, name) : texts.textWithoutInviter(name),
      { link: joinUrl(mutation.org, token), label: texts.join(name) },
      one.expires_at === null ? texts.yours : texts.yoursUntil(dateIn(language, one.expires_at)),
      texts.nothing,
    ],
  })
}

export async function createLink(mutation: Mutation, invitation: NewInvitation): Promise<string> {
  checkCanInvite(mutation, 'create_multiuse_invite_group', invitation)
  await store.removeExpired(mutation.tx, mutation.org.id, mutation.now)
  checkTotal(maxPerUser, 'invitations', await store.count(mutation.tx, mutation.viewer.id))
  const token = newToken()
  await store.insert(mutation.tx, [row(mutation, invitation, token, { link_token: token })])
  notifyManagers(mutation, [mutation.viewer.id])
  return joinUrl(mutation.org, token)
}

export async function resendInvitation(mutation: Mutation, id: number): Promise<void> {
  const one = await managedInvitation(mutation, id, false)
  const token = newToken()
  const token_hash = hashToken(token)
  await store.update(mutation.tx, id, { token_hash, reminder_hash: null })
  await mailInvitation(mutation, { ...one, token_hash }, token)
}

/** Sends one reminder, with a second link; the first one still works. */
export async function remindInvited(mutation: Mutation, id: number): Promise<void> {
  const one = await store.find(mutation.tx, mutation.org.id, id)
  if (!one?.email || one.remind_at === null || one.remind_at > mutation.now) return
  const token = newToken()
  await store.update(mutation.tx, id, { remind_at: null, reminder_hash: hashToken(token) })
  // without a mail server, don't queue unrequested mail
  if (!mutation.org.services.sendsMail || hasExpired(one, mutation.now)) return
  await mailInvitation(mutation, one, token, { isReminder: true })
}

export async function revokeInvitation(mutation: Mutation, id: number, isLink: boolean): Promise<void> {
  const { inviter_id } = await managedInvitation(mutation, id, isLink)
  await store.remove(mutation.tx, id)
  notifyManagers(mutation, [inviter_id])
}

/** After the inviter was deactivated, or lost the permission to grant the invitations' roles. */
export async function endInvitationsBy(
  mutation: Mutation,
  account: { id: UserId; role: number },
  all: boolean,
): Promise<void> {
  const removed = await store.removeBy(mutation.tx, account.id, all ? undefined : highestRoleFrom(account))
  if (removed) notifyManagers(mutation, all ? [] : [account.id])
}

/** Anyone with temporary access to an account must not be able to return with a higher role than member. */
export async function endInvitationsToPower(mutation: Mutation, account: { id: UserId }): Promise<void> {
  if (await store.removeBy(mutation.tx, account.id, roles.member)) notifyManagers(mutation, [account.id])
}

/** The invitation with a token, an id, or an emailed address, if it can be used now. */
export async function usableInvitation(
  { tx, org, now }: Pick<Mutation, 'tx' | 'org' | 'now'>,
  key: { token: string } | { id: number } | { email: string },
): Promise<store.StoredInvitation | undefined> {
  if ('email' in key) return (await store.listTo(tx, org.id, key.email)).find((one) => !hasExpired(one, now))
  const found =
    'id' in key ? await store.find(tx, org.id, key.id) : await store.findByToken(tx, org.id, hashToken(key.token))
  return found && !hasExpired(found, now) ? found : undefined
}

export async function endInvitationsTo(mutation: Mutation, email: string): Promise<void> {
  const inviters = await store.removeTo(mutation.tx, mutation.org.id, email)
  if (inviters.length > 0) notifyManagers(mutation, inviters)
}
