import { type Html, html } from '#platform/html'
import type { OpenContext } from '#platform/serve'
import { rulesToJoin } from '../../people/community-rules/cache.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { textsIn } from './texts.ts'

/** The page with the rules. */
export const rulesPath = '/rules'

const name = 'accepted_rules'

type InOrganization = Pick<OpenContext, 'org' | 'language'>

/** A checkbox for the current rules, if people must accept them to join. Its value is their version. */
export function rulesField(ctx: InOrganization, values: ReadonlyMap<string, string>): Html {
  const version = rulesToJoin(ctx.org)
  if (version === 0) return html``
  const checked = acceptedIn(values) === version ? html` checked` : html``
  const label = textsIn(ctx.language).rules.accept(ctx.org.get(organizationCache).name)
  return html`<label class="choice"><input type="checkbox" name="${name}" value="${version}" required${checked}> ${label}</label>
${rulesLink(ctx)}`
}

/** Leads to the rules that people must accept to join, if any. */
export function rulesLink({ org, language }: InOrganization): Html {
  const version = rulesToJoin(org)
  if (version === 0) return html``
  const { read } = textsIn(language).rules
  return html`<p class="hint"><a href="${rulesPath}?version=${version}" target="_blank" rel="noopener">${read}</a></p>`
}

/** The version that the form's sender accepts, if any. */
export function acceptedIn(values: ReadonlyMap<string, string>): number | undefined {
  const given = values.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : undefined
}
