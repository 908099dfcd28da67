import { listIn } from '#platform/languages'
import type { Mutation } from '#platform/organization'
import { organizationCache } from '../../people/organization/cache.ts'
import { textsIn } from './texts.ts'

/** A link that existing clients open in a browser, and that Loquat's client shows as a card. */
export function callMessage({ org }: Pick<Mutation, 'org'>, callId: number): string {
  return `[${textsIn(org.language).join}](${urlOfCall(org, callId)})`
}

function urlOfCall(org: Mutation['org'], callId: number): string {
  const { subdomain } = org.get(organizationCache)
  return `${org.services.organizationUrl(subdomain)}/#call/${callId}`
}

/** What other clients show once the call has ended. It begins with the same link, which Loquat's client knows it by. */
export function endedMessage(
  { org }: Pick<Mutation, 'org'>,
  {
    callId,
    minutes,
    names,
    isMissed,
  }: { callId: number; minutes: number; names: readonly string[]; isMissed: boolean },
): string {
  const texts = textsIn(org.language)
  const url = urlOfCall(org, callId)
  return isMissed ? `[${texts.missed}](${url})` : texts.ended(minutes, url, listIn(org.language, names))
}
