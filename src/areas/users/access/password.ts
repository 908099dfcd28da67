import { userDeactivated } from '#contract'
import type { Organization } from '#platform/organization'
import type { Context, OpenContext } from '#platform/serve'
import { checkOpen } from '../../organization/actions.ts'
import { passwordsOn } from '../../organization/sign-in-methods.ts'
import type { Account } from '../account.ts'
import { passwordFits } from '../api-key.ts'
import { passwordsDisabled, wrongCredentials } from '../errors.ts'
import { peopleMirror } from '../mirror.ts'
import * as store from '../store.ts'

/** Throws where people sign in by other ways only, or not at all. */
export function checkPasswordsOn(org: Organization): void {
  checkOpen(org)
  if (!passwordsOn(org)) throw passwordsDisabled()
}

/** Whose e-mail address and password these are; throws what the caller may know of why not. */
export async function accountWithPassword(
  { org, read, request }: Pick<OpenContext, 'org' | 'read' | 'request'>,
  username: string,
  password: string,
): Promise<Account> {
  checkPasswordsOn(org)
  const account = org.get(peopleMirror).withDeliveryEmail(username)
  const stored = account && (await read((tx) => store.passwordHash(tx, account.id)))
  const from = { org, address: request.address }
  const fits = await request.tryPassword(username, () => passwordFits(stored ?? null, password, from))
  if (!account || !fits) throw wrongCredentials()
  if (!account.isActive) throw userDeactivated()
  return account
}

/** Whether somebody has a password, and can sign in with it. */
export const hasPassword = async ({ org, read }: Pick<Context, 'org' | 'read'>, { id }: Account): Promise<boolean> =>
  passwordsOn(org) && (await read((tx) => store.passwordHash(tx, id))) !== null

/** Whether this is the account's password; limits how often somebody may try. */
export async function checkPassword(
  { org, read, request }: Pick<Context, 'org' | 'read' | 'request'>,
  account: Account,
  password: string,
): Promise<boolean> {
  const stored = await read((tx) => store.passwordHash(tx, account.id))
  const from = { org, address: request.address }
  return request.tryPassword(account.deliveryEmail, () => passwordFits(stored, password, from))
}
