import type { UserId } from '#contract'
import { greeting, type MailPart, sendMail } from '#platform/mail'
import type { Mutation } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { organizationCache, settingsOf } from '../../../people/organization/cache.ts'
import { addressesAreFixed } from '../../../people/user-settings/api.ts'
import { type Account, languageOfAccount } from '../../../people/users/account.ts'
import { changeEmail, checkEmailFree } from '../../../people/users/actions/index.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { canChangeOwn } from '../../../people/users/rules.ts'
import { checkAddressAllowed } from '../../invitations/access/addresses.ts'
import { newToken } from '../../invitations/token.ts'
import { noSuchKey, tooManyAddresses } from '../api.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'
import { mailPauseMs } from './join.ts'

const addressLifeMs = 24 * 3_600_000
/** Different addresses that a user can request per day. */
export const maxAddresses = 10

/** Sends a confirmation link to the new address; nothing changes until it is opened. */
export async function mailAddressChange(mutation: Mutation, account: Account, email: string): Promise<void> {
  const { tx, org, now } = mutation
  await checkNewAddress(mutation, account, email)
  await store.removeExpired(tx, org.id, now)
  if (await store.sentSince(tx, org.id, 'email_change', email, new Date(now.getTime() - mailPauseMs))) return
  if ((await store.countOf(tx, account.id, 'email_change')) >= maxAddresses) throw tooManyAddresses()
  const { name, subdomain } = mutation.get(organizationCache)
  const expires_at = new Date(now.getTime() + addressLifeMs)
  const link = { org_id: org.id, user_id: account.id, created_at: now, expires_at }
  const token = newToken()
  const token_hash = hashToken(token)
  await store.insert(tx, { ...link, token_hash, purpose: 'email_change', email })
  const language = languageOfAccount(account)
  const { newAddress, otherAddress } = textsIn(language).mails
  await sendMail(mutation, {
    language,
    key: `email change ${token_hash.slice(0, 16)}`,
    to: { name: account.fullName, address: email },
    fromName: name,
    subject: newAddress.subject(name),
    parts: [
      greeting(language, account.fullName),
      newAddress.text(name, email, account.deliveryEmail),
      { link: `${org.services.organizationUrl(subdomain)}/accounts/email/${token}`, label: newAddress.link },
      newAddress.nothing,
    ],
  })
  // also email the old address: someone else may be using the account, but not its owner's mail
  const stop = newToken()
  const stop_hash = hashToken(stop)
  await store.insert(tx, { ...link, token_hash: stop_hash, purpose: 'email_change_stop', email: account.deliveryEmail })
  await sendMail(mutation, {
    language,
    key: `email change asked ${stop_hash.slice(0, 16)}`,
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: otherAddress.subject(name),
    parts: [
      greeting(language, account.fullName),
      otherAddress.text(name, email, account.deliveryEmail),
      otherAddress.warning,
      {
        link: `${org.services.organizationUrl(subdomain)}/accounts/email/stop/${stop}`,
        label: otherAddress.link,
      },
    ],
  })
}

export async function stoppedAccountOf(
  { tx, org, now }: Pick<Mutation, 'tx' | 'org' | 'now'>,
  key: string,
): Promise<Account> {
  const link = await store.find(tx, org.id, 'email_change_stop', hashToken(key))
  const account = link && org.get(peopleCache).byId.get(link.user_id as UserId)
  if (!link || link.expires_at <= now || !account?.isActive) throw noSuchKey()
  return account
}

export async function stopAddressChange(mutation: Mutation, key: string): Promise<void> {
  const { id } = await stoppedAccountOf(mutation, key)
  await store.endOf(mutation.tx, id)
}

/** Checked when the link is sent and again when it is opened. */
async function checkNewAddress(mutation: Mutation, account: Account, email: string): Promise<void> {
  if (!canChangeOwn(account, settingsOf(mutation.org).email_changes_disabled)) throw addressesAreFixed()
  checkAddressAllowed(mutation.org, email)
  if (email.toLowerCase() !== account.deliveryEmail.toLowerCase()) await checkEmailFree(mutation, email)
}

export interface AddressChange {
  readonly account: Account
  readonly email: string
}

export async function addressChangeOf(
  { tx, org, now }: Pick<Mutation, 'tx' | 'org' | 'now'>,
  key: string,
): Promise<AddressChange> {
  const link = await store.find(tx, org.id, 'email_change', hashToken(key))
  const account = link && org.get(peopleCache).byId.get(link.user_id as UserId)
  if (!link || link.expires_at <= now || !account?.isActive) throw noSuchKey()
  return { account, email: link.email }
}

export async function confirmAddressChange(mutation: Mutation, key: string): Promise<AddressChange> {
  const { account, email } = await addressChangeOf(mutation, key)
  await checkNewAddress(mutation, account, email)
  await changeEmail(mutation, account, email)
  const { name, subdomain } = mutation.get(organizationCache)
  const url = mutation.org.services.organizationUrl(subdomain)
  const language = languageOfAccount(account)
  const { changed, signIn } = textsIn(language).mails
  const both: [address: string, parts: MailPart[]][] = [
    [email, [changed.toNew(name), { link: url, label: signIn.link }]],
    [account.deliveryEmail, [changed.toOld(name, account.deliveryEmail, email), changed.warning(name, url)]],
  ]
  for (const [address, parts] of both)
    await sendMail(mutation, {
      language,
      key: `email changed ${hashToken(key).slice(0, 16)} ${address}`,
      to: { name: account.fullName, address },
      fromName: name,
      subject: changed.subject(name),
      parts: [greeting(language, account.fullName), ...parts],
    })
  return { account, email }
}
