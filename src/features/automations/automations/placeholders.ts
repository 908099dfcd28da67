import type { Organization } from '#platform/organization'
import type { Trigger } from './triggers/input.ts'

/** Replaces `{date}`; other braces are left as they are. */
export function filledText(org: Organization, text: string, trigger: Trigger, now: Date): string {
  const timeZone = trigger.timezone || 'UTC'
  return text.replaceAll('{date}', () =>
    new Intl.DateTimeFormat(org.language, { dateStyle: 'full', timeZone }).format(now),
  )
}
