// What the help says about what is being typed, below the field; without it, the form asks for a page of results.
const form = document.querySelector('form[role=search]')
const field = form.querySelector('input')
const list = document.getElementById('found')
const status = document.createElement('p')
status.setAttribute('role', 'status')
status.className = 'visually-hidden'
form.append(status)

let asked = ''
let timer

const clear = () => {
  asked = ''
  list.replaceChildren()
  status.textContent = ''
}

const element = (name, text, className = '') => {
  const made = document.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}

function show(found) {
  list.replaceChildren(
    ...found.map(({ href, title, page, excerpt }) => {
      const link = element('a', '')
      link.href = href
      link.append(element('b', title))
      if (page !== title) link.append(' ', element('small', page))
      const text = element('span', '', 'excerpt')
      text.append(...excerpt.map(({ text, isMatch }) => (isMatch ? element('mark', text) : text)))
      link.append(text)
      return link
    }),
  )
  status.textContent = found.length === 0 ? 'No results' : found.length === 1 ? 'One result' : `${found.length} results`
}

async function look() {
  const query = field.value.trim()
  if (query.length < 2) return clear()
  asked = query
  try {
    const answer = await fetch(`${form.action}.json?q=${encodeURIComponent(query)}`)
    if (answer.ok && asked === query) show(await answer.json())
  } catch {
    // the server is away: Enter asks for the page of results
  }
}

field.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(look, 150)
})
form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    clear()
    field.focus()
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const places = [field, ...list.querySelectorAll('a')]
  const next = places[places.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
})
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) clear()
})
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input')) return
  event.preventDefault()
  field.focus()
})
