import type { Context } from '#platform/serve'
import { passwordFits } from './credentials.ts'
import type { Account } from './mirror.ts'
import * as store from './store.ts'

/** Whether this is the account's password; limits how often somebody may try. */
export async function checkPassword(
  { read, request }: Pick<Context, 'read' | 'request'>,
  account: Account,
  password: string,
): Promise<boolean> {
  const stored = await read((tx) => store.passwordHash(tx, account.id))
  return request.tryPassword(account.deliveryEmail, () => passwordFits(stored, password))
}
