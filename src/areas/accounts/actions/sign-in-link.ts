import type { UserId } from '#contract'
import { isAddress, sendMail } from '#platform/mail'
import type { Act } from '#platform/organization'
import { hashToken, newToken } from '../../invitations/token.ts'
import { checkOpen } from '../../organization/actions.ts'
import { organizationMirror } from '../../organization/mirror.ts'
import { mailedLinksOn } from '../../organization/sign-in-methods.ts'
import { type Account, languageOfAccount } from '../../users/account.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { linksOff, noSuchKey } from '../api.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'
import { mailPauseMs } from './join.ts'

const lifeMs = 15 * 60_000

/** Mails a link to whoever has an active account with the address; to everybody else nothing, and nobody can tell. */
export async function mailSignInLink(act: Act, address: string, query: string): Promise<void> {
  const { tx, org, now } = act
  checkOpen(org)
  if (!mailedLinksOn(org)) throw linksOff()
  await store.removeExpired(tx, org.id, now)
  const account = act.get(peopleMirror).withDeliveryEmail(address)
  if (!account?.isActive || account.botType !== null || !isAddress(account.deliveryEmail)) return
  const email = account.deliveryEmail
  if (await store.sentSince(tx, org.id, 'sign_in', email, new Date(now.getTime() - mailPauseMs))) return
  const { name, subdomain } = act.get(organizationMirror)
  const token = newToken()
  const token_hash = hashToken(token)
  await store.insert(tx, {
    token_hash,
    org_id: org.id,
    purpose: 'sign_in',
    email,
    user_id: account.id,
    created_at: now,
    expires_at: new Date(now.getTime() + lifeMs),
  })
  const language = languageOfAccount(account)
  const { hello, signIn } = textsIn(language).mails
  await sendMail(act, {
    language,
    key: `sign-in link ${token_hash.slice(0, 16)}`,
    to: { name: account.fullName, address: email },
    fromName: name,
    subject: signIn.subject(name),
    parts: [
      hello(account.fullName),
      signIn.text(name),
      { link: `${org.services.organizationUrl(subdomain)}/accounts/login/link/${token}${query}`, label: signIn.link },
      signIn.nothing,
    ],
  })
}

/** Whom a link lets in; it stays good for that. */
export async function accountOfLink({ tx, org, now }: Pick<Act, 'tx' | 'org' | 'now'>, key: string): Promise<Account> {
  checkOpen(org)
  if (!mailedLinksOn(org)) throw linksOff()
  const link = await store.find(tx, org.id, 'sign_in', hashToken(key))
  const account = link && org.get(peopleMirror).byId.get(link.user_id as UserId)
  // a link proves the address that it was sent to, and no newer one
  if (!link || link.expires_at <= now || !account?.isActive || account.deliveryEmail !== link.email) throw noSuchKey()
  return account
}

/** The same for whoever has pressed the button: the link is good for nothing afterwards. */
export async function useLink(act: Act, key: string): Promise<Account> {
  const account = await accountOfLink(act, key)
  await store.remove(act.tx, hashToken(key))
  return account
}
