import type { MessageId } from '#contract'
import type { Runtime } from '#platform/runtime'
import { restoreMessage as restore } from '../../features/messages/messages/actions/restore.ts'
import { FailedError } from '../errors.ts'
import { organizationNamed } from './organizations.ts'

/** Restores a recently deleted message. */
export async function restoreMessage(
  runtime: Runtime,
  input: { org?: string; id: MessageId },
): Promise<{ id: MessageId }> {
  const org = await organizationNamed(runtime, input.org)
  if (!(await org.transact(null, (mutation) => restore(mutation, input.id))))
    throw new FailedError(`message ${input.id} isn't a deleted message that can be restored`)
  return { id: input.id }
}
