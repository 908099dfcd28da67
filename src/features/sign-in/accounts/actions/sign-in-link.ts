import type { Mutation } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { checkOpen } from '../../../people/organization/actions.ts'
import { mailedLinksOn } from '../../../people/organization/sign-in-methods.ts'
import type { Account } from '../../../people/users/account.ts'

import { linksOff } from '../api.ts'
import * as store from '../store.ts'
import { textsIn } from '../texts.ts'
import { accountWithLink, mailLink } from './mailed-link.ts'

const lifeMs = 15 * 60_000

function checkLinksOn({ org }: Pick<Mutation, 'org'>): void {
  checkOpen(org)
  if (!mailedLinksOn(org)) throw linksOff()
}

export async function mailSignInLink(mutation: Mutation, address: string, query: string): Promise<void> {
  checkLinksOn(mutation)
  await mailLink(mutation, address, {
    purpose: 'sign_in',
    lifeMs,
    path: (token) => `/accounts/login/link/${token}${query}`,
    texts: (language) => textsIn(language).mails.signIn,
  })
}

/** Doesn't use up the link. */
export async function accountOfLink(reader: Pick<Mutation, 'tx' | 'org' | 'now'>, key: string): Promise<Account> {
  checkLinksOn(reader)
  return accountWithLink(reader, 'sign_in', key)
}

export async function useLink(mutation: Mutation, key: string): Promise<Account> {
  const account = await accountOfLink(mutation, key)
  await store.remove(mutation.tx, hashToken(key))
  return account
}
