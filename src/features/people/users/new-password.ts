import type { Organization } from '#platform/organization'
import { strengthOf } from '#platform/passwords'
import { organizationCache } from '../organization/cache.ts'
import { registerConstants } from '../organization/register-constants.ts'
import type { Account } from './account.ts'
import { hashPassword } from './api-key.ts'
import { passwordGuessable, passwordOfNames } from './errors.ts'

interface PasswordOwner {
  readonly organization: string
  readonly fullName: string
  readonly email: string
}

/** Throws for a password that's easy to guess for someone who knows the user and the organization. */
export async function checkNewPassword(password: string, owner: PasswordOwner): Promise<void> {
  const names = [owner.organization, owner.fullName, owner.email]
  const { problem } = await strengthOf(password, names, registerConstants.password_min_guesses)
  if (problem === 'names') throw passwordOfNames()
  if (problem === 'guessable') throw passwordGuessable()
}

/** Every way to set a password uses this. Takes tens of milliseconds, so never call it in a transaction. */
export async function hashNewPassword(password: string, owner: PasswordOwner, org?: Organization): Promise<string> {
  await checkNewPassword(password, owner)
  return hashPassword(password, org)
}

export const hashPasswordIn = (
  org: Organization,
  password: string,
  { fullName, email }: Omit<PasswordOwner, 'organization'>,
): Promise<string> => hashNewPassword(password, { organization: org.get(organizationCache).name, fullName, email }, org)

export const hashPasswordOf = (org: Organization, password: string, account: Account): Promise<string> =>
  hashPasswordIn(org, password, { fullName: account.fullName, email: account.deliveryEmail })
