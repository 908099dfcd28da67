import type { OpenContext } from '#platform/serve'
import { passkeysOn } from '../../../people/organization/sign-in-methods.ts'
import type { Account } from '../../../people/users/account.ts'
import * as store from './store.ts'

export const hasPasskeys = async (
  { org, read }: Pick<OpenContext, 'org' | 'read'>,
  account: Account,
): Promise<boolean> => passkeysOn(org) && (await read((tx) => store.ofUser(tx, account.id))).length > 0
