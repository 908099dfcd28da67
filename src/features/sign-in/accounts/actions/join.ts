import { isGuest, roles, type UserId } from '#contract'
import type { Language } from '#platform/languages'
import { greeting, sendMail } from '#platform/mail'
import type { Mutation, Organization } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import type { OpenContext } from '#platform/serve'
import { defaultChannels } from '../../../channels/channels/actions/defaults.ts'
import { channelsOfGroups, groupsOffered } from '../../../channels/channels/default-groups/actions.ts'
import { channelsOfPerson } from '../../../channels/subscriptions/actions/imported.ts'
import { sendAsBot } from '../../../messages/messages/actions/notices.ts'
import { countJoin } from '../../../messages/moderation/raids/actions.ts'
import { checkRulesAccepted } from '../../../people/community-rules/access.ts'
import { groupsCache } from '../../../people/groups/cache.ts'
import { organizationCache, settingsOf } from '../../../people/organization/cache.ts'
import { checkJoiningNotPaused } from '../../../people/restrictions/lockdown/access.ts'
import { checkPasswordsOn } from '../../../people/users/access/password.ts'
import { type Account, languageOfAccount } from '../../../people/users/account.ts'
import { claimAccount } from '../../../people/users/actions/imported.ts'
import { type Arrival, createUser } from '../../../people/users/actions/index.ts'
import { noteInvitation } from '../../../people/users/actions/note-invitation.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { profileTextChanging } from '../../../people/users/extension-points.ts'
import { checkAddressAllowed } from '../../invitations/access/addresses.ts'
import { endInvitationsTo, joinUrl, type StoredInvitation, usableInvitation } from '../../invitations/actions.ts'
import { newToken } from '../../invitations/token.ts'
import { invitationNeeded, invitedElsewhere, noSuchKey } from '../api.ts'
import { needsApproval } from '../applications/access.ts'
import { approvalNeeded } from '../applications/errors.ts'
import { checkCanJoin } from '../join-limit/access.ts'
import { announceJoinLimit } from '../join-limit/actions.ts'
import { nextQuery } from '../next-view.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'

const registrationLifeMs = 24 * 3_600_000
/** Minimum time between such emails to the same address, no matter who requests them. */
export const mailPauseMs = 60_000

/** A sign-up link's permission: to create an account with an address; without one, to confirm an address first. */
interface Admission {
  readonly email: string | null
  readonly invitation: StoredInvitation | undefined
}

type Reader = Pick<Mutation, 'tx' | 'org' | 'now'>

export const roleIn = ({ invitation }: Pick<Admission, 'invitation'>): number => invitation?.role ?? roles.member

/** Throws if the link is unknown, expired, or used, or if joining is paused. */
export async function admissionOf(reader: Reader, key: string): Promise<Admission> {
  const { tx, org, now } = reader
  const invitation = await usableInvitation(reader, { token: key })
  if (invitation) {
    checkCanJoin(org, invitation)
    return { email: invitation.email, invitation }
  }
  const link = await store.find(tx, org.id, 'registration', hashToken(key))
  if (!link || link.expires_at <= now) throw noSuchKey()
  if (link.invitation_id === null) {
    if (settingsOf(org).invite_required) throw invitationNeeded()
    checkCanJoin(org, undefined)
    return { email: link.email, invitation: undefined }
  }
  const by = await usableInvitation(reader, { id: link.invitation_id })
  if (!by) throw noSuchKey()
  checkCanJoin(org, by)
  return { email: link.email, invitation: by }
}

/** Also returns the default channel groups that the new user can choose. */
export async function offerOf(reader: Reader, key: string) {
  const admission = await admissionOf(reader, key)
  const groups = await groupsOffered(reader.tx, reader.org.id, { role: roleIn(admission) })
  return { admission, groups }
}

export type Offer = Awaited<ReturnType<typeof offerOf>>

/** The invitation needed to join with this address, if any; throws if the address can't join. */
async function invitationFor(
  mutation: Mutation,
  email: string,
  key: string | undefined,
): Promise<StoredInvitation | undefined> {
  // the new account gets a password
  checkPasswordsOn(mutation.org)
  const invitation = key === undefined ? undefined : await usableInvitation(mutation, { token: key })
  // an emailed invitation needs no further confirmation of its address
  if (key !== undefined && invitation?.email !== null) throw noSuchKey()
  if (!invitation && settingsOf(mutation).invite_required) throw invitationNeeded()
  checkCanJoin(mutation.org, invitation)
  checkAddressAllowed(mutation.org, email)
  return invitation
}

async function newKey(
  { tx, org, now }: Mutation,
  email: string,
  invitation: StoredInvitation | undefined,
): Promise<string> {
  const token = newToken()
  await store.insert(tx, {
    token_hash: hashToken(token),
    org_id: org.id,
    purpose: 'registration',
    email,
    invitation_id: invitation?.id ?? null,
    created_at: now,
    expires_at: new Date(now.getTime() + registrationLifeMs),
  })
  return token
}

/** An existing account gets a reminder instead. Strangers are written to in the language that they asked for. */
export async function confirmAddress(
  mutation: Mutation,
  email: string,
  key: string | undefined,
  asked: Language,
  next = '',
): Promise<void> {
  const { tx, org, now } = mutation
  const invitation = await invitationFor(mutation, email, key)
  await store.removeExpired(tx, org.id, now)
  if (await store.sentSince(tx, org.id, 'registration', email, new Date(now.getTime() - mailPauseMs))) return
  const { name, subdomain } = mutation.get(organizationCache)
  const account = mutation.get(peopleCache).withDeliveryEmail(email)
  const known = account?.isUnclaimed ? undefined : account
  if (known && (!known.isActive || known.botType !== null)) return
  const token = await newKey(mutation, email, invitation)
  const url = org.services.organizationUrl(subdomain)
  const language = known ? languageOfAccount(known) : asked
  const { mails } = textsIn(language)
  await sendMail(mutation, {
    language,
    key: `registration ${hashToken(token).slice(0, 16)}`,
    to: { name: known?.fullName ?? '', address: email },
    fromName: name,
    subject: known ? mails.known.subject(name) : mails.join.subject(name),
    parts: known
      ? [
          greeting(language, known.fullName),
          mails.known.text(name),
          { link: url, label: mails.signIn.link },
          { link: `${url}/accounts/password/reset`, label: mails.known.forgotten, isPlain: true },
        ]
      : [
          greeting(language),
          (needsApproval(org, invitation) ? mails.apply : mails.join).text(name),
          { link: joinUrl(org, token) + nextQuery(next), label: mails.join.subject(name) },
          mails.join.nothing,
        ],
  })
}

/**
 * True if addresses need no confirmation: the server sends no mail, so people with a reusable link couldn't confirm
 * one. Not if sign-up is limited to certain domains.
 */
export const believesAddresses = (org: Organization, { admission }: Pick<Offer, 'admission'>): boolean =>
  !org.services.sendsMail &&
  admission.email === null &&
  admission.invitation !== undefined &&
  !settingsOf(org).emails_restricted_to_domains

export async function believeAddress(mutation: Mutation, email: string, key: string): Promise<string | undefined> {
  const invitation = await invitationFor(mutation, email, key)
  await store.removeExpired(mutation.tx, mutation.org.id, mutation.now)
  return mutation.get(peopleCache).withDeliveryEmail(email) ? undefined : newKey(mutation, email, invitation)
}

export interface NewAccount {
  readonly full_name: string
  /** Null for people who sign in with a service. */
  readonly password_hash: string | null
  readonly timezone: string
  readonly channelGroupIds?: readonly number[]
  /** The version of the community rules. */
  readonly acceptedRules?: number | undefined
  /** A directory's administrators decide who's in it. These people accept the community rules after signing in. */
  readonly isFromDirectory?: boolean
  /** Undefined for the organization's language. */
  readonly language?: Language | undefined
  /** The role of someone whose application a moderator approved. They accepted the rules when they applied. */
  readonly approvedAs?: number
}

export const ownLanguage = ({ language, org }: Pick<OpenContext, 'language' | 'org'>): Language | undefined =>
  language === org.language ? undefined : language

/** Creates the account of a link. If a link is used concurrently, the first one wins. */
export async function joinByLink(
  mutation: Mutation,
  key: string,
  person: NewAccount,
): Promise<{ account: Account; invitation: StoredInvitation | undefined }> {
  checkPasswordsOn(mutation.org)
  const { email, invitation } = await admissionOf(mutation, key)
  if (email === null) throw noSuchKey()
  await profileTextChanging(mutation, [{ content: person.full_name }], { role: roleIn({ invitation }) })
  const account = await makeAccount(mutation, email, person, invitation)
  return { account, invitation }
}

/**
 * The same for an address confirmed otherwise, as by a sign-in service: with a link, or an invitation to the address.
 */
export async function joinProved(
  mutation: Mutation,
  email: string,
  key: string | undefined,
  person: NewAccount,
): Promise<{ account: Account; invitation: StoredInvitation | undefined }> {
  let invitation: StoredInvitation | undefined
  if (key === undefined) {
    invitation = await usableInvitation(mutation, { email })
    if (!invitation && settingsOf(mutation.org).invite_required) throw invitationNeeded()
  } else {
    const admission = await admissionOf(mutation, key)
    if (admission.email !== null && admission.email.toLowerCase() !== email.toLowerCase())
      throw invitedElsewhere({}, { email: admission.email })
    invitation = admission.invitation
  }
  return { account: await makeAccount(mutation, email, person, invitation), invitation }
}

export async function makeAccount(
  mutation: Mutation,
  email: string,
  { channelGroupIds = [], language, acceptedRules, isFromDirectory = false, approvedAs, ...person }: NewAccount,
  invitation: StoredInvitation | undefined,
): Promise<Account> {
  const isApproved = approvedAs !== undefined
  if (!isFromDirectory) {
    if (isApproved) checkJoiningNotPaused(mutation.org, invitation)
    else checkCanJoin(mutation.org, invitation)
    if (!isApproved && needsApproval(mutation.org, invitation)) throw approvalNeeded()
  }
  checkAddressAllowed(mutation.org, email)
  const role = approvedAs ?? roleIn({ invitation })
  const chosen = await channelsOfGroups(mutation, { role }, channelGroupIds)
  if (!isFromDirectory && !isApproved) checkRulesAccepted(mutation.org, acceptedRules)
  const arrival = {
    acceptedRules,
    ...(invitation && {
      defaultChannels: invitation.default_channels,
      groupIds: invitation.group_ids,
      welcomeText: invitation.welcome_text,
    }),
  }
  const channelIds = [...(invitation?.channel_ids ?? []), ...chosen]
  const unclaimed = mutation.get(peopleCache).withDeliveryEmail(email)
  const account = unclaimed?.isUnclaimed
    ? await claim(
        mutation,
        unclaimed,
        { ...person, role: invitation ? role : unclaimed.role },
        { ...arrival, channelIds },
      )
    : await createUser(mutation, { email, role, language, ...person }, { ...arrival, channelIds })
  if (invitation) await noteInvitation(mutation, account.id, invitation)
  if (!isFromDirectory && !isApproved) await countJoin(mutation, invitation)
  await announceJoinLimit(mutation)
  await store.removeTo(mutation.tx, mutation.org.id, 'registration', email)
  await endInvitationsTo(mutation, email)
  return account
}

async function claim(
  mutation: Mutation,
  unclaimed: Account,
  person: Parameters<typeof claimAccount>[2],
  { defaultChannels: inDefaults = !isGuest(person), channelIds = [], groupIds = [], ...arrival }: Arrival,
): Promise<Account> {
  const present = await channelsOfPerson(mutation, unclaimed.id)
  const wanted = [...channelIds, ...(inDefaults ? defaultChannels(mutation).map(({ id }) => id) : [])]
  const groups = mutation.get(groupsCache).byId
  return claimAccount(mutation, unclaimed, person, {
    ...arrival,
    defaultChannels: false,
    channelIds: wanted.filter((id) => !present.has(id)),
    groupIds: groupIds.filter((id) => !groups.get(id)?.members.includes(unclaimed.id)),
  })
}

export async function notifyInviter(mutation: Mutation, account: Account, inviterId: UserId): Promise<void> {
  const inviter = mutation.get(peopleCache).byId.get(inviterId)
  if (!inviter?.isActive || inviter.botType !== null) return
  const text = textsIn(languageOfAccount(inviter)).join.accepted(`@_**${account.fullName}|${account.id}**`)
  await sendAsBot(mutation, 'notification-bot', { kind: 'direct', people: [inviter] }, '', text)
}
