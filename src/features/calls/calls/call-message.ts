import { listIn } from '#platform/languages'
import type { Rendered } from '#platform/markdown'
import type { Mutation } from '#platform/organization'
import { renderNotice } from '../../messages/messages/message-text.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import type { Account } from '../../people/users/account.ts'
import { textsIn } from './texts.ts'

/** A link that existing clients open in a browser, and that Loquat's client shows as a card. */
export function callMessage({ org }: Pick<Mutation, 'org'>, callId: number): string {
  return `[${textsIn(org.language).join}](${urlOfCall(org, callId)})`
}

function urlOfCall(org: Mutation['org'], callId: number): string {
  const { subdomain } = org.get(organizationCache)
  return `${org.services.organizationUrl(subdomain)}/#call/${callId}`
}

/**
 * Marks the link that the text begins with. Markdown can't produce the mark, so that other messages with a link to a
 * call don't become cards.
 */
export async function renderCall(
  mutation: Pick<Mutation, 'org' | 'tx'>,
  sender: Account,
  content: string,
  callId: number,
): Promise<Rendered> {
  const rendered = await renderNotice(mutation, sender, content, () => false)
  return { ...rendered, html: rendered.html.replace(/^<p><a /, `<p><a data-call-id="${callId}" `) }
}

/** What other clients show once the call has ended. It begins with the same link. */
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
