import {
  linkifierError,
  matchesWhole,
  namedGroups,
  reverseTemplateVariables,
  templateVariables,
} from '#platform/markdown'
import * as api from './api.ts'

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** Allowed URL schemes; a URL that starts with a variable is checked when it is used. */
const webAddress = /^(?:https?:\/\/|mailto:|tel:|\{)/i

/** Rejects templates that couldn't work, including (since level 471) reverse templates. */
export function checkLinkifier(linkifier: Omit<api.Linkifier, 'id'>): void {
  const { pattern, url_template, example_input, reverse_template, alternative_url_templates } = linkifier
  const reason = linkifierError(pattern, '')
  if (reason !== undefined) throw api.badPattern({}, { reason })
  const groups = namedGroups(pattern)
  checkUrlTemplate(url_template, groups)
  if (example_input !== null && !matchesWhole(pattern, example_input)) throw api.badExample()
  if (reverse_template !== null) checkReverseTemplate(reverse_template, example_input, groups)
  for (const template of alternative_url_templates) {
    const variables = templateVariables(template)
    if (!variables) throw api.badAlternative({}, { reason: 'not a URL template' })
    const unknown = variables.filter((name) => !groups.includes(name))
    if (unknown.length > 0) throw api.badAlternative({}, { reason: `the pattern has no group ${quoted(unknown)}` })
  }
}

function checkUrlTemplate(template: string, groups: readonly string[]): void {
  const variables = templateVariables(template)
  if (!variables) throw api.badUrlTemplate({}, { reason: 'not a URL template' })
  const unknown = variables.filter((name) => !groups.includes(name))
  if (unknown.length > 0) throw api.badUrlTemplate({}, { reason: `the pattern has no group ${quoted(unknown)}` })
  const unused = groups.filter((name) => !variables.includes(name))
  if (unused.length > 0) throw api.badUrlTemplate({}, { reason: `it has no variable ${quoted(unused)}` })
  if (!webAddress.test(template)) throw api.badUrlTemplate({}, { reason: 'must begin with http:// or https://' })
}

function checkReverseTemplate(template: string, example: string | null, groups: readonly string[]): void {
  if (example === null) throw api.badReverseTemplate({}, { reason: 'needs an example_input' })
  const variables = reverseTemplateVariables(template)
  if (!variables) throw api.badReverseTemplate({}, { reason: 'braces must be doubled, or surround a name' })
  const unknown = variables.filter((name) => !groups.includes(name))
  if (unknown.length > 0) throw api.badReverseTemplate({}, { reason: `the pattern has no group ${quoted(unknown)}` })
}
