import type { Runtime } from '#platform/runtime'
import type { Addressee } from '../../features/integrations/incoming-mail/access.ts'
import { admit } from '../../features/integrations/incoming-mail/actions/admit.ts'
import { receiveMail, type Verdict } from '../../features/integrations/incoming-mail/actions/receive.ts'
import { takesMail } from '../../features/integrations/incoming-mail/options.ts'

export type Delivered = Verdict | { readonly kind: 'unknown' } | { readonly kind: 'off' }

/** Delivers an incoming mail to all of its recipients or to none. */
export async function deliverMail(
  runtime: Runtime,
  { file, sender, recipients }: { file: string; sender: string; recipients: readonly string[] },
): Promise<Delivered> {
  if (!takesMail(runtime.config)) return { kind: 'off' }
  const addressees: Addressee[] = []
  for (const recipient of recipients) {
    const admission = await admit(runtime, sender, recipient)
    if ('addressee' in admission) addressees.push(admission.addressee)
    else return { kind: admission.refused === 'unknown' ? 'unknown' : 'later' }
  }
  return receiveMail(runtime, { sender, addressees, file })
}
