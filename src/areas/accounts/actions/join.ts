import { isGuest, roles, type UserId } from '#contract'
import type { Language } from '#platform/languages'
import { greeting, sendMail } from '#platform/mail'
import type { Act, Organization } from '#platform/organization'
import type { OpenContext } from '#platform/serve'
import { defaultChannels } from '../../channels/actions/defaults.ts'
import { channelsOfGroups, groupsOffered } from '../../default-channel-groups/actions.ts'
import { groupsMirror } from '../../groups/mirror.ts'
import { checkAddressAllowed } from '../../invitations/access/addresses.ts'
import { endInvitationsTo, joinUrl, type StoredInvitation, usableInvitation } from '../../invitations/actions.ts'
import { hashToken, newToken } from '../../invitations/token.ts'
import { sendAsBot } from '../../messages/actions/notices.ts'
import { organizationMirror, settingsOf } from '../../organization/mirror.ts'
import { channelsOfPerson } from '../../subscriptions/actions/imported.ts'
import { checkPasswordsOn } from '../../users/access/password.ts'
import { type Account, languageOfAccount } from '../../users/account.ts'
import { claimAccount } from '../../users/actions/imported.ts'
import { type Arrival, createUser } from '../../users/actions/index.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { invitationNeeded, invitedElsewhere, noSuchKey } from '../api.ts'
import { nextQuery } from '../next-view.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'

const registrationLifeMs = 24 * 3_600_000
/** Nobody is sent more than one such mail in this time, whoever asks. */
export const mailPauseMs = 60_000

/** What a link to join allows: an account for an address; without one, to have an address proved. */
interface Admission {
  readonly email: string | null
  readonly invitation: StoredInvitation | undefined
}

type Reader = Pick<Act, 'tx' | 'org' | 'now'>

/** The role that somebody begins with. */
export const roleIn = ({ invitation }: Pick<Admission, 'invitation'>): number => invitation?.role ?? roles.member

/** What the link allows now; refuses one that was never sent, has expired or was used. */
export async function admissionOf(reader: Reader, key: string): Promise<Admission> {
  const { tx, org, now } = reader
  const invitation = await usableInvitation(reader, { token: key })
  if (invitation) return { email: invitation.email, invitation }
  const link = await store.find(tx, org.id, 'registration', hashToken(key))
  if (!link || link.expires_at <= now) throw noSuchKey()
  if (link.invitation_id === null) {
    if (settingsOf(org).invite_required) throw invitationNeeded()
    return { email: link.email, invitation: undefined }
  }
  const by = await usableInvitation(reader, { id: link.invitation_id })
  if (!by) throw noSuchKey()
  return { email: link.email, invitation: by }
}

/** What the link allows, with the default channel groups that whoever uses it may begin in. */
export async function offerOf(reader: Reader, key: string) {
  const admission = await admissionOf(reader, key)
  const groups = await groupsOffered(reader.tx, reader.org.id, { role: roleIn(admission) })
  return { admission, groups }
}

export type Offer = Awaited<ReturnType<typeof offerOf>>

/** The link by which somebody with this address may join, if any is needed; refuses who may not. */
async function invitationFor(act: Act, email: string, key: string | undefined): Promise<StoredInvitation | undefined> {
  // the account that the link makes has a password
  checkPasswordsOn(act.org)
  const invitation = key === undefined ? undefined : await usableInvitation(act, { token: key })
  // an invitation by mail names its address and needs no further proof
  if (key !== undefined && invitation?.email !== null) throw noSuchKey()
  if (!invitation && settingsOf(act).invite_required) throw invitationNeeded()
  checkAddressAllowed(act.org, email)
  return invitation
}

/** A new key that makes an account with this address. */
async function newKey({ tx, org, now }: Act, email: string, invitation: StoredInvitation | undefined): Promise<string> {
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

/**
 * Mails a link that proves an address: to whoever has an account there the word that there is one. A stranger is written
 * to as they have asked. `next` is the view that opens once the account is made.
 */
export async function confirmAddress(
  act: Act,
  email: string,
  key: string | undefined,
  asked: Language,
  next = '',
): Promise<void> {
  const { tx, org, now } = act
  const invitation = await invitationFor(act, email, key)
  await store.removeExpired(tx, org.id, now)
  if (await store.sentSince(tx, org.id, 'registration', email, new Date(now.getTime() - mailPauseMs))) return
  const { name, subdomain } = act.get(organizationMirror)
  const account = act.get(peopleMirror).withDeliveryEmail(email)
  const known = account?.isUnclaimed ? undefined : account
  if (known && (!known.isActive || known.botType !== null)) return
  const token = await newKey(act, email, invitation)
  const url = org.services.organizationUrl(subdomain)
  const language = known ? languageOfAccount(known) : asked
  const { mails } = textsIn(language)
  await sendMail(act, {
    language,
    key: `registration ${hashToken(token).slice(0, 16)}`,
    to: { name: known?.fullName ?? '', address: email },
    fromName: name,
    subject: known ? mails.known.subject(name) : mails.join.subject(name),
    parts: known
      ? [
          greeting(language, known.fullName),
          mails.known.text(name, url),
          { link: `${url}/accounts/password/reset`, label: mails.known.forgotten },
        ]
      : [
          greeting(language),
          mails.join.text(name),
          { link: joinUrl(org, token) + nextQuery(next), label: mails.join.subject(name) },
          mails.join.nothing,
        ],
  })
}

/**
 * Whether addresses are believed: where no mail is sent nobody can prove one, and whoever was given a link for everybody
 * would come no further. Not where only addresses of some domains may join, which need a proof.
 */
export const believesAddresses = (org: Organization, { admission }: Pick<Offer, 'admission'>): boolean =>
  !org.services.sendsMail &&
  admission.email === null &&
  admission.invitation !== undefined &&
  !settingsOf(org).emails_restricted_to_domains

/** The key that makes an account with an address that is believed; undefined where there is an account already. */
export async function believeAddress(act: Act, email: string, key: string): Promise<string | undefined> {
  const invitation = await invitationFor(act, email, key)
  await store.removeExpired(act.tx, act.org.id, act.now)
  return act.get(peopleMirror).withDeliveryEmail(email) ? undefined : newKey(act, email, invitation)
}

interface NewAccount {
  readonly full_name: string
  /** Null for somebody who signs in elsewhere. */
  readonly password_hash: string | null
  readonly timezone: string
  /** Default channel groups that the person has chosen to begin in. */
  readonly channelGroupIds?: readonly number[]
  /** What the person reads, if that is not what the organization does. */
  readonly language?: Language | undefined
}

/** What somebody's browser asks for, where that is not what the organization writes anyway. */
export const ownLanguage = ({ language, org }: Pick<OpenContext, 'language' | 'org'>): Language | undefined =>
  language === org.language ? undefined : language

/** Makes the account that the link is for. Of several who use it at once, the first gets it. */
export async function joinByLink(
  act: Act,
  key: string,
  person: NewAccount,
): Promise<{ account: Account; invitation: StoredInvitation | undefined }> {
  checkPasswordsOn(act.org)
  const { email, invitation } = await admissionOf(act, key)
  if (email === null) throw noSuchKey()
  const account = await makeAccount(act, email, person, invitation)
  return { account, invitation }
}

/**
 * The same for somebody whose address is proved already, as by a service that vouches for it: with a link, or by an
 * invitation that was mailed to that address.
 */
export async function joinProved(
  act: Act,
  email: string,
  key: string | undefined,
  person: NewAccount,
): Promise<{ account: Account; invitation: StoredInvitation | undefined }> {
  let invitation: StoredInvitation | undefined
  if (key === undefined) {
    invitation = await usableInvitation(act, { email })
    if (!invitation && settingsOf(act.org).invite_required) throw invitationNeeded()
  } else {
    const admission = await admissionOf(act, key)
    if (admission.email !== null && admission.email.toLowerCase() !== email.toLowerCase())
      throw invitedElsewhere({}, { email: admission.email })
    invitation = admission.invitation
  }
  return { account: await makeAccount(act, email, person, invitation), invitation }
}

async function makeAccount(
  act: Act,
  email: string,
  { channelGroupIds = [], language, ...person }: NewAccount,
  invitation: StoredInvitation | undefined,
): Promise<Account> {
  checkAddressAllowed(act.org, email)
  const role = roleIn({ invitation })
  const chosen = await channelsOfGroups(act, { role }, channelGroupIds)
  const arrival = invitation && {
    defaultChannels: invitation.default_channels,
    groupIds: invitation.group_ids,
    welcomeText: invitation.welcome_text,
  }
  const channelIds = [...(invitation?.channel_ids ?? []), ...chosen]
  const unclaimed = act.get(peopleMirror).withDeliveryEmail(email)
  const account = unclaimed?.isUnclaimed
    ? await claim(act, unclaimed, { ...person, role: invitation ? role : unclaimed.role }, { ...arrival, channelIds })
    : await createUser(act, { email, role, language, ...person }, { ...arrival, channelIds })
  await store.removeTo(act.tx, act.org.id, 'registration', email)
  await endInvitationsTo(act, email)
  return account
}

/** Somebody whom an import has brought joins: where the account is already, it does not come in again. */
async function claim(
  act: Act,
  unclaimed: Account,
  person: Parameters<typeof claimAccount>[2],
  { defaultChannels: inDefaults = !isGuest(person), channelIds = [], groupIds = [], ...arrival }: Arrival,
): Promise<Account> {
  const present = await channelsOfPerson(act, unclaimed.id)
  const wanted = [...channelIds, ...(inDefaults ? defaultChannels(act).map(({ id }) => id) : [])]
  const groups = act.get(groupsMirror).byId
  return claimAccount(act, unclaimed, person, {
    ...arrival,
    defaultChannels: false,
    channelIds: wanted.filter((id) => !present.has(id)),
    groupIds: groupIds.filter((id) => !groups.get(id)?.members.includes(unclaimed.id)),
  })
}

/** Tells who has sent the invitation that somebody has come. */
export async function tellInviter(act: Act, account: Account, inviterId: UserId): Promise<void> {
  const inviter = act.get(peopleMirror).byId.get(inviterId)
  if (!inviter?.isActive || inviter.botType !== null) return
  const text = textsIn(languageOfAccount(inviter)).join.accepted(`@_**${account.fullName}|${account.id}**`)
  await sendAsBot(act, 'notification-bot', { kind: 'direct', people: [inviter] }, '', text)
}
