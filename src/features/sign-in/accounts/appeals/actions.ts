import { dayMs, type UserId } from '#contract'
import { greeting, isAddress, sendMail } from '#platform/mail'
import type { Mutation } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { appeal } from '../../../messages/modmail/appeal-actions.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { type Account, languageOfAccount } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { newToken } from '../../invitations/token.ts'
import { noSuchKey } from '../api.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'

const lifeMs = 30 * dayMs

interface BanMail {
  readonly reason: string
  readonly sendsEmail: boolean
}

/** Emails someone that they were banned, with a link for one appeal. */
export async function mailBan(mutation: Mutation, account: Account, { reason, sendsEmail }: BanMail): Promise<void> {
  const { tx, org, now } = mutation
  if (!sendsEmail || !org.services.sendsMail || !isAddress(account.deliveryEmail)) return
  const { name, subdomain } = mutation.get(organizationCache)
  const token = newToken()
  const token_hash = hashToken(token)
  await store.insert(tx, {
    ...{ token_hash, org_id: org.id, purpose: 'appeal', email: account.deliveryEmail, user_id: account.id },
    ...{ created_at: now, expires_at: new Date(now.getTime() + lifeMs) },
  })
  const language = languageOfAccount(account)
  const texts = textsIn(language).mails.banned
  await sendMail(mutation, {
    language,
    key: `ban ${token_hash.slice(0, 16)}`,
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: texts.subject(name),
    parts: [
      ...[greeting(language, account.fullName), texts.text(name)],
      ...(reason === '' ? [] : [texts.reason, { quote: reason }]),
      ...[texts.appeal, { link: `${org.services.organizationUrl(subdomain)}/appeal/${token}`, label: texts.link }],
    ],
  })
}

/** The banned account that a link is for. Doesn't use up the link. */
export async function bannedAccountOf(
  { tx, org, now }: Pick<Mutation, 'tx' | 'org' | 'now'>,
  key: string,
): Promise<Account> {
  const link = await store.find(tx, org.id, 'appeal', hashToken(key))
  const account = link && org.get(peopleCache).byId.get(link.user_id as UserId)
  const isValid = link && link.expires_at > now && account?.deliveryEmail === link.email
  if (!isValid || account.isActive || account.isDeleted) throw noSuchKey()
  return account
}

export async function appealWith(mutation: Mutation, key: string, content: string): Promise<void> {
  const account = await bannedAccountOf(mutation, key)
  await store.remove(mutation.tx, hashToken(key))
  await appeal(mutation, account, content)
}
