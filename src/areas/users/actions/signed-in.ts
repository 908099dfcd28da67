import { hook, type OpenContext } from '#platform/serve'
import type { Account } from '../account.ts'

/** From where somebody has signed in. */
export interface SignInPlace {
  readonly address: string
  readonly userAgent: string
}

/** After somebody has proved who one is, and is given what opens the account. */
export const signedIn = hook<[Account, SignInPlace]>()

/** To be called by every way of signing in. Nobody waits for an act that would tell nobody. */
export async function noteSignIn({ org, request }: OpenContext, account: Account): Promise<void> {
  request.knowCaller(account.deliveryEmail)
  if (!org.services.sendsMail) return
  const { address, userAgent } = request
  await org.write(null, (act) => signedIn(act, account, { address, userAgent }))
}
