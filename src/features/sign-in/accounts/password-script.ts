/** Shows passwords in plain text while their button is pressed; they're hidden again before they're sent. */
export const revealScript = `
for (const button of document.querySelectorAll('.reveal')) {
  const field = button.previousElementSibling
  const show = (isShown) => {
    field.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', isShown)
  }
  button.hidden = false
  button.addEventListener('click', () => show(field.type === 'password'))
  field.form.addEventListener('submit', () => show(false))
}
`

/**
 * Shows the password's strength while you type. The list of common passwords is loaded on focus; if that fails, the
 * server reports the problem on submission.
 */
export const passwordScript = `${revealScript}
const address = new URL('password-strength.js', document.querySelector('link[rel=icon]').href)
let judge
const load = () => (judge ??= import(address).catch(() => { judge = undefined }))
for (const meter of document.querySelectorAll('[data-field]')) {
  const field = document.getElementById(meter.dataset.field)
  const { names, minGuesses, minLength, texts } = JSON.parse(meter.dataset.about)
  const said = meter.querySelector('[role=status]')
  const own = ['organization', 'full_name', 'email']
  const show = async () => {
    const { value, form } = field
    const known = value && value.length >= minLength ? await load() : undefined
    if (field.value !== value) return
    meter.hidden = value === '' || (value.length >= minLength && !known)
    const others = own.map((name) => form.elements[name]?.value ?? '')
    const { level, problem } = known
      ? known.strengthOf(value, [...names, ...others], minGuesses)
      : { level: 0, problem: 'short' }
    meter.dataset.level = level
    const text = meter.hidden ? '' : texts[problem ?? level]
    if (said.textContent !== text) said.textContent = text
  }
  let clock
  field.addEventListener('focus', load)
  field.form.addEventListener('input', () => {
    clearTimeout(clock)
    clock = setTimeout(show, 150)
  })
  if (field === document.activeElement) load()
}
`
