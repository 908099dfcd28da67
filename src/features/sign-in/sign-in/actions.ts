import { type UserId, userDeactivated } from '#contract'
import type { Language } from '#platform/languages'
import { greeting, sendMail } from '#platform/mail'
import type { Mutation } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import type { OpenContext } from '#platform/serve'
import { organizationCache, settingsOf } from '../../people/organization/cache.ts'
import { type Account, languageOfAccount } from '../../people/users/account.ts'
import { noteSignIn } from '../../people/users/actions/signed-in.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { maxUserNameLength } from '../../people/users/input.ts'
import { joinProved, notifyInviter, ownLanguage } from '../accounts/actions/join.ts'
import { newToken } from '../invitations/token.ts'
import { addressUnproved, linkedElsewhere, noSuchToken, notAPerson, notStarted } from './api.ts'
import type { Identity } from './identity.ts'
import * as store from './store.ts'
import { textsIn } from './texts.ts'

const tokenLifeMs = 5 * 60_000

/** The account of an identity from a provider; creates one if the organization allows it. */
export async function signIn(
  ctx: OpenContext,
  provider: string,
  identity: Identity,
  invitationKey: string | undefined,
  acceptedRules?: number,
): Promise<Account> {
  const arriving = { ...identity, language: ownLanguage(ctx), acceptedRules }
  const { account, inviterId } = await ctx.transact((mutation) => identify(mutation, provider, arriving, invitationKey))
  // a separate mutation: mentions need the new account in memory
  if (inviterId !== undefined) await ctx.transact((mutation) => notifyInviter(mutation, account, inviterId))
  await noteSignIn(ctx, account)
  return account
}

interface Arriving extends Identity {
  readonly language: Language | undefined
  /** Only for people who have just accepted the rules, to create their account. */
  readonly acceptedRules: number | undefined
}

async function identify(
  mutation: Mutation,
  provider: string,
  { issuer, subject, email, fullName, language, acceptedRules }: Arriving,
  invitationKey: string | undefined,
): Promise<{ account: Account; inviterId?: UserId }> {
  const { tx, org, now } = mutation
  const people = mutation.get(peopleCache)
  const id = await store.accountOf(tx, org.id, issuer, subject)
  // a copy of the form must not sign anyone in later
  if (id !== undefined && acceptedRules !== undefined) throw notStarted()
  if (id !== undefined) return { account: active(people.byId.get(id) as Account) }
  if (email === undefined) throw addressUnproved({}, { provider })
  const link = (user_id: UserId) => store.link(tx, { org_id: org.id, issuer, subject, user_id, created_at: now })
  const known = people.withDeliveryEmail(email)
  if (!known || known.isUnclaimed) {
    const person = {
      full_name: freeName(mutation, fullName),
      password_hash: null,
      timezone: '',
      language,
      acceptedRules,
    }
    const { account, invitation } = await joinProved(mutation, email, invitationKey, person)
    await link(account.id)
    return invitation?.notify_inviter ? { account, inviterId: invitation.inviter_id } : { account }
  }
  if (acceptedRules !== undefined) throw notStarted()
  if (known.botType !== null) throw notAPerson({}, { email })
  active(known)
  // addresses can be reassigned to new people; the account's owner is known by subject now
  if (await store.isLinked(tx, known.id, issuer)) throw linkedElsewhere({}, { email, provider })
  await link(known.id)
  await announceLinked(mutation, known, provider)
  return { account: known }
}

/** Emails the user when a new way to sign in is linked to their account. */
export async function announceLinked(mutation: Mutation, account: Account, provider: string): Promise<void> {
  const { name } = mutation.get(organizationCache)
  const language = languageOfAccount(account)
  const { linked } = textsIn(language)
  await sendMail(mutation, {
    language,
    key: `linked ${account.id} ${provider}`,
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: linked.subject(name, provider),
    parts: [greeting(language, account.fullName), linked.text(name, provider), linked.warning(name)],
  })
}

function active(account: Account): Account {
  if (!account.isActive) throw userDeactivated()
  return account
}

/** Adds a number if names must be unique. */
export function freeName({ org }: Mutation, name: string, own?: UserId): string {
  if (!settingsOf(org).require_unique_names) return name
  const people = org.get(peopleCache)
  const isTaken = (one: string) => people.named(one).some(({ id, isActive }) => isActive && id !== own)
  let free = name
  for (let number = 2; isTaken(free); number++) {
    const ending = ` ${number}`
    free = [...name].slice(0, maxUserNameLength - ending.length).join('') + ending
  }
  return free
}

/** A token for a user who just signed in; only its hash is stored. */
export async function issueToken({ tx, org, now }: Mutation, userId: UserId): Promise<string> {
  const token = newToken()
  await store.removeExpired(tx, org.id, now)
  await store.keepToken(tx, {
    token_hash: hashToken(token),
    org_id: org.id,
    user_id: userId,
    created_at: now,
    expires_at: new Date(now.getTime() + tokenLifeMs),
  })
  return token
}

/** Exchanges a token for its account, once. */
export async function redeem(mutation: Mutation, token: string): Promise<Account> {
  const { tx, org, now } = mutation
  const taken = await store.takeToken(tx, org.id, hashToken(token))
  const account = taken && taken.expires_at > now ? mutation.get(peopleCache).byId.get(taken.user_id) : undefined
  if (!account) throw noSuchToken()
  return active(account)
}
