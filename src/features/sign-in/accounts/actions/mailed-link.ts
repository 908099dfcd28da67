import type { UserId } from '#contract'
import type { Language } from '#platform/languages'
import { greeting, isAddress, sendMail } from '#platform/mail'
import type { Mutation } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { organizationCache } from '../../../people/organization/cache.ts'
import { type Account, languageOfAccount } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { newToken } from '../../invitations/token.ts'
import { noSuchKey } from '../api.ts'
import * as store from '../store.ts'
import { mailPauseMs } from './join.ts'

/** A kind of link that gives access to an account to the reader of its mail. */
interface LinkKind {
  readonly purpose: 'password_reset' | 'sign_in'
  readonly lifeMs: number
  path(token: string): string
  texts(language: Language): {
    subject(organization: string): string
    text(organization: string): string
    link: string
    nothing: string
  }
}

/** Emails a link if the address has an active account. The response doesn't reveal whether it does. */
export async function mailLink(
  mutation: Mutation,
  address: string,
  { purpose, lifeMs, path, texts }: LinkKind,
): Promise<void> {
  const { tx, org, now } = mutation
  await store.removeExpired(tx, org.id, now)
  const account = mutation.get(peopleCache).withDeliveryEmail(address)
  if (!account?.isActive || account.botType !== null || !isAddress(account.deliveryEmail)) return
  const email = account.deliveryEmail
  if (await store.sentSince(tx, org.id, purpose, email, new Date(now.getTime() - mailPauseMs))) return
  const { name, subdomain } = mutation.get(organizationCache)
  const token = newToken()
  const token_hash = hashToken(token)
  await store.insert(tx, {
    token_hash,
    org_id: org.id,
    purpose,
    email,
    user_id: account.id,
    created_at: now,
    expires_at: new Date(now.getTime() + lifeMs),
  })
  const language = languageOfAccount(account)
  const { subject, text, link, nothing } = texts(language)
  await sendMail(mutation, {
    language,
    key: `${purpose} ${token_hash.slice(0, 16)}`,
    to: { name: account.fullName, address: email },
    fromName: name,
    subject: subject(name),
    parts: [
      greeting(language, account.fullName),
      text(name),
      { link: `${org.services.organizationUrl(subdomain)}${path(token)}`, label: link },
      nothing,
    ],
  })
}

/** Doesn't use up the link. */
export async function accountWithLink(
  { tx, org, now }: Pick<Mutation, 'tx' | 'org' | 'now'>,
  purpose: LinkKind['purpose'],
  key: string,
): Promise<Account> {
  const link = await store.find(tx, org.id, purpose, hashToken(key))
  const account = link && org.get(peopleCache).byId.get(link.user_id as UserId)
  // a link is only valid for the address it was sent to
  if (!link || link.expires_at <= now || !account?.isActive || account.deliveryEmail !== link.email) throw noSuchKey()
  return account
}
