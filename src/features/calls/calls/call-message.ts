import { listIn } from '#platform/languages'
import type { Mutation } from '#platform/organization'
import { organizationCache } from '../../people/organization/cache.ts'
import { textsIn } from './texts.ts'

/** A link that existing clients open in a browser, and that Loquat's client shows as a card. */
export function callMessage({ org }: Pick<Mutation, 'org'>, callId: number): string {
  const { subdomain } = org.get(organizationCache)
  return `[${textsIn(org.language).join}](${org.services.organizationUrl(subdomain)}/#call/${callId})`
}

/** What other clients show once the call has ended. */
export function endedMessage(
  { org }: Pick<Mutation, 'org'>,
  { minutes, names, isMissed }: { minutes: number; names: readonly string[]; isMissed: boolean },
): string {
  const texts = textsIn(org.language)
  return isMissed ? texts.missed : texts.ended(minutes, listIn(org.language, names))
}
