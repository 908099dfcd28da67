import type { UserId } from '#contract'
import { sendMail } from '#platform/mail'
import type { Act } from '#platform/organization'
import { hashToken, newToken } from '../../invitations/token.ts'
import { organizationMirror } from '../../organization/mirror.ts'
import { checkPasswordsOn } from '../../users/access/password.ts'
import { type Account, languageOfAccount } from '../../users/account.ts'
import { changePassword, regenerateApiKey } from '../../users/actions/index.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { noSuchKey } from '../api.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'
import { mailPauseMs } from './join.ts'

const resetLifeMs = 3_600_000

/** Mails a link to whoever has an active account with the address; to everybody else nothing, and nobody can tell. */
export async function mailPasswordReset(act: Act, address: string): Promise<void> {
  const { tx, org, now } = act
  checkPasswordsOn(org)
  await store.removeExpired(tx, org.id, now)
  const account = act.get(peopleMirror).withDeliveryEmail(address)
  if (!account?.isActive || account.botType !== null) return
  const email = account.deliveryEmail
  if (await store.sentSince(tx, org.id, 'password_reset', email, new Date(now.getTime() - mailPauseMs))) return
  const { name, subdomain } = act.get(organizationMirror)
  const token = newToken()
  const token_hash = hashToken(token)
  await store.insert(tx, {
    token_hash,
    org_id: org.id,
    purpose: 'password_reset',
    email,
    user_id: account.id,
    created_at: now,
    expires_at: new Date(now.getTime() + resetLifeMs),
  })
  const language = languageOfAccount(account)
  const { hello, reset } = textsIn(language).mails
  await sendMail(act, {
    language,
    key: `password reset ${token_hash.slice(0, 16)}`,
    to: { name: account.fullName, address: email },
    fromName: name,
    subject: reset.subject(name),
    parts: [
      hello(account.fullName),
      reset.text(name),
      {
        link: `${org.services.organizationUrl(subdomain)}/accounts/password/reset/${token}`,
        label: reset.link,
      },
      reset.nothing,
    ],
  })
}

/** The account whose password the link may set. */
export async function accountOf({ tx, org, now }: Pick<Act, 'tx' | 'org' | 'now'>, key: string): Promise<Account> {
  checkPasswordsOn(org)
  const link = await store.find(tx, org.id, 'password_reset', hashToken(key))
  const account = link && org.get(peopleMirror).byId.get(link.user_id as UserId)
  // a link proves the address that it was sent to, and no newer one
  if (!link || link.expires_at <= now || !account?.isActive || account.deliveryEmail !== link.email) throw noSuchKey()
  return account
}

/** Whoever knew the old password may hold the API key too: it ends with it. */
export async function resetPassword(act: Act, key: string, password_hash: string): Promise<Account> {
  const account = await accountOf(act, key)
  await changePassword(act, account, password_hash)
  await regenerateApiKey(act, account)
  return account
}
