import { getPasskeys } from '../../src/features/sign-in/second-factors/passkeys/api.ts'
import { hasPasskeys } from '../settings/own/passkey-maker.ts'
import { part } from '../store/connection.ts'
import { keptChoice } from '../store/kept-choice.ts'
import { ownId, person } from '../store/people.ts'
import { api } from '../transport/api.ts'
import { offersPasskey } from './offers-passkey.ts'

const methods = part<Record<string, { enabled: boolean }> | undefined>('realm_authentication_methods')
const [stage, keepStage] = keptChoice<'joined' | 'offered' | undefined>(
  'passkey offer',
  (text) => (text === 'joined' || text === 'offered' ? text : undefined),
  String,
)
const newMs = 600_000

/**
 * Offers a passkey once per browser: after the first sign-in there, if the account has none and the device can make
 * one. People who just joined have other things to do, so they get the offer the next time.
 */
export async function offerPasskey(): Promise<void> {
  if (stage.peek() === 'offered' || !hasPasskeys() || methods.peek()?.Passkey?.enabled === false) return
  const joined = Date.parse(person(ownId.peek())?.date_joined ?? '')
  if (stage.peek() === undefined && Date.now() - joined < newMs) {
    keepStage('joined')
    return
  }
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return
  const { passkeys } = await api.call(getPasskeys, {})
  keepStage('offered')
  offersPasskey.value = passkeys.length === 0
}
