import type { Mutation } from '#platform/organization'
import { checkPasswordsOn } from '../../../people/users/access/password.ts'
import type { Account } from '../../../people/users/account.ts'
import { changePassword, regenerateApiKey } from '../../../people/users/actions/index.ts'
import { textsIn } from '../texts.ts'
import { accountWithLink, mailLink } from './mailed-link.ts'

const lifeMs = 3_600_000

export async function mailPasswordReset(mutation: Mutation, address: string): Promise<void> {
  checkPasswordsOn(mutation.org)
  await mailLink(mutation, address, {
    purpose: 'password_reset',
    lifeMs,
    path: (token) => `/accounts/password/reset/${token}`,
    texts: (language) => textsIn(language).mails.reset,
  })
}

export async function accountOf(reader: Pick<Mutation, 'tx' | 'org' | 'now'>, key: string): Promise<Account> {
  checkPasswordsOn(reader.org)
  return accountWithLink(reader, 'password_reset', key)
}

/** Also resets the API key, which may be known to anyone who knew the old password. */
export async function resetPassword(mutation: Mutation, key: string, password_hash: string): Promise<Account> {
  const account = await accountOf(mutation, key)
  await changePassword(mutation, account, password_hash)
  await regenerateApiKey(mutation, account)
  return account
}
