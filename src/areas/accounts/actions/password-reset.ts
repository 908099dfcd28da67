import type { Act } from '#platform/organization'
import { checkPasswordsOn } from '../../users/access/password.ts'
import type { Account } from '../../users/account.ts'
import { changePassword, regenerateApiKey } from '../../users/actions/index.ts'
import { textsIn } from '../texts.ts'
import { accountWithLink, mailLink } from './mailed-link.ts'

const lifeMs = 3_600_000

export async function mailPasswordReset(act: Act, address: string): Promise<void> {
  checkPasswordsOn(act.org)
  await mailLink(act, address, {
    purpose: 'password_reset',
    lifeMs,
    path: (token) => `/accounts/password/reset/${token}`,
    texts: (language) => textsIn(language).mails.reset,
  })
}

export async function accountOf(reader: Pick<Act, 'tx' | 'org' | 'now'>, key: string): Promise<Account> {
  checkPasswordsOn(reader.org)
  return accountWithLink(reader, 'password_reset', key)
}

/** Also resets the API key, which may be known to anyone who knew the old password. */
export async function resetPassword(act: Act, key: string, password_hash: string): Promise<Account> {
  const account = await accountOf(act, key)
  await changePassword(act, account, password_hash)
  await regenerateApiKey(act, account)
  return account
}
