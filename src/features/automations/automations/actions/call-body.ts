import { seconds } from '#contract'
import { sentLinks } from '../../../messages/messages/sent-links.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import type { Cause } from '../cause.ts'
import { filledPlainText } from '../plain-placeholders.ts'
import type { Call } from '../steps/call-input.ts'
import type * as store from '../store.ts'
import type { RunContext } from './steps/step-kind.ts'

/** The JSON that a call posts. */
export function callBody(
  { org, cause, questions }: RunContext,
  row: store.Stored,
  run: store.StoredRun,
  { text }: Call,
) {
  return JSON.stringify({
    organization: org.services.organizationUrl(org.get(organizationCache).subdomain),
    automation: { automation_id: row.id, name: row.name },
    run: { run_id: run.id, step: run.step, trigger: run.trigger.kind, cause_at: seconds(run.cause_at) },
    cause: cause ? causeIn(org, cause) : null,
    webhook: run.payload,
    text: filledPlainText(org, text, run, cause, questions),
  })
}

function causeIn(org: RunContext['org'], { person, channel, message, topic, text }: Cause) {
  return {
    person: { user_id: person.id, full_name: person.fullName },
    channel: channel ? { stream_id: channel.id, name: channel.name } : null,
    topic: topic ?? null,
    text: text ?? null,
    message:
      message && channel
        ? {
            message_id: message.id,
            sender_id: message.sender_id,
            content: message.content,
            link: sentLinks(org, { channel, topic: message.topic }, message.id).message_link,
          }
        : null,
  }
}
