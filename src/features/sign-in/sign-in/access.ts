import { importSPKI, jwtVerify } from 'jose'
import { userDeactivated } from '#contract'
import type { OpenContext } from '#platform/serve'
import { checkOpen } from '../../people/organization/actions.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { wrongCredentials } from '../../people/users/sign-in-errors.ts'
import { badToken, noEmailInToken, tokensOff } from './api.ts'
import { type JwtKey, jwtKeys } from './jwt-keys.ts'

/** The account named by a JWT from another program; throws an error the caller may see. */
export async function accountOfToken({ org, server }: OpenContext, token: string): Promise<Account> {
  const key = jwtKeys(server.config).get(org.get(organizationCache).subdomain)
  if (!key) throw tokensOff()
  checkOpen(org)
  const { email } = await claimsOf(key, token, server.now())
  if (typeof email !== 'string' || email === '') throw noEmailInToken()
  const account = org.get(peopleCache).withDeliveryEmail(email)
  if (!account || account.botType !== null) throw wrongCredentials()
  if (!account.isActive) throw userDeactivated()
  return account
}

async function claimsOf({ key, isShared, algorithms }: JwtKey, token: string, now: Date) {
  const options = { algorithms: [...algorithms], currentDate: now }
  try {
    if (isShared) return (await jwtVerify(token, new TextEncoder().encode(key()), options)).payload
    // how a key is parsed depends on its algorithm
    const read = (header: { alg?: string | undefined }) => importSPKI(key(), header.alg ?? '')
    return (await jwtVerify(token, read, options)).payload
  } catch {
    throw badToken()
  }
}
