import { invalidArgument } from '#contract'
import type { ReadableMessage } from '../../../../messages/messages/access/readable.ts'
import type { Cause } from '../../cause.ts'
import { causeUnavailable } from '../../errors.ts'
import { causeParts } from '../../triggers/cause-rules.ts'
import type { StepLocation } from './step-kind.ts'

export function checkHasMessage({ trigger, at }: StepLocation): void {
  if (!causeParts(trigger).message)
    throw invalidArgument({}, { name: `${at}.kind`, reason: 'requires a trigger that involves a message' })
}

export function messageOf(cause: Cause | undefined): ReadableMessage {
  if (!cause?.message) throw causeUnavailable()
  return cause.message
}
