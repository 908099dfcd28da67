import { html } from '#platform/html'
import { timeZone } from '../../people/users/input.ts'

const name = 'timezone'

/** A hidden field that `timeZoneScript` fills in with the browser's time zone. */
export const timeZoneField = html`<input type="hidden" name="${name}">`

export const timeZoneScript = `
for (const field of document.querySelectorAll('[name=${name}]'))
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone
`

/** The browser's time zone; empty without scripts, or if the server doesn't know it. */
export function browserTimeZone(form: ReadonlyMap<string, string>): string {
  const { success, data } = timeZone.safeParse(form.get(name) ?? '')
  return success ? data : ''
}
