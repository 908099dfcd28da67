import { type Html, html } from '#platform/html'
import type { Language } from '#platform/languages'
import { registerConstants } from '../../people/organization/register-constants.ts'
import { textsIn } from './texts.ts'

const { password_min_length, password_max_length, password_min_guesses } = registerConstants

/**
 * A password field with the strength meter of `passwordScript`. `names` are form fields other than `organization`,
 * `full_name`, and `email`, which the script reads itself.
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
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="new-password" required minlength="${password_min_length}" maxlength="${password_max_length}" aria-describedby="${name}-hint">
<p class="hint" id="${name}-hint">${passwordHint(password_min_length)}</p>
<div class="strength" hidden data-level="0" data-field="${name}" data-about="${about}"><span></span><p role="status"></p></div>`
}
