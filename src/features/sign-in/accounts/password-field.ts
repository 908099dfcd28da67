import { type Html, html } from '#platform/html'
import type { Language } from '#platform/languages'
import { registerConstants } from '../../people/organization/register-constants.ts'
import { textsIn } from './texts.ts'

const { password_min_length, password_max_length, password_min_guesses } = registerConstants

/** The button appears once `revealScript` has run. */
const withReveal = (language: Language, input: Html): Html =>
  html`<div class="secret">${input}<button type="button" class="reveal" aria-pressed="false" hidden><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12z"/><circle cx="12" cy="12" r="3"/><path class="bar" d="M4 4l16 16"/></svg><span class="visually-hidden">${textsIn(language).fields.show}</span></button></div>`

/** The password of an existing account, with a button that shows it. */
export const passwordField = (language: Language, label: string): Html => html`<label for="password">${label}</label>
${withReveal(language, html`<input id="password" name="password" type="password" autocomplete="current-password" required>`)}`

/**
 * A password field with a button that shows it, and the strength meter of `passwordScript`. `names` are form fields
 * other than `organization`, `full_name`, and `email`, which the script reads itself.
 */
export function newPasswordField(language: Language, name: string, label: string, names: readonly string[]): Html {
  const { passwordHint, strength } = textsIn(language).fields
  const texts = {
    ...{ 1: strength.fair, 2: strength.good, 3: strength.strong },
    ...{ short: passwordHint(password_min_length), guessable: strength.guessable, names: strength.names },
  }
  const about = JSON.stringify({
    names,
    minGuesses: password_min_guesses,
    minLength: password_min_length,
    texts,
  })
  const input = html`<input id="${name}" name="${name}" type="password" autocomplete="new-password" required minlength="${password_min_length}" maxlength="${password_max_length}" aria-describedby="${name}-hint">`
  return html`<label for="${name}">${label}</label>
${withReveal(language, input)}
<p class="hint" id="${name}-hint">${passwordHint(password_min_length)}</p>
<div class="strength" hidden data-level="0" data-field="${name}" data-about="${about}"><span></span><p role="status"></p></div>`
}
