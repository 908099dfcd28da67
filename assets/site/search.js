// Searches the messages of this folder in the browser alone: what is searched comes in scripts, because a page that was
// opened from a disk may read no other file.
const { root } = document.currentScript.dataset
const most = 200
let messages = []
let loading

const load = (file) =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${root}search/${file}.js`
    script.onload = resolve
    script.onerror = () => reject(new Error(`${file} is missing`))
    document.head.append(script)
  })

let count = 0
window.loquatSearch = {
  files(number) {
    count = number
  },
  add(more) {
    messages = messages.concat(more)
  },
}

async function loadAll() {
  await load('files')
  for (let file = count; file > 0; file--) await load(file)
}

const element = (name, text, className) => {
  const made = document.createElement(name)
  if (text !== undefined) made.textContent = text
  if (className) made.className = className
  return made
}

/** The part of a text around the first word, with every word marked. */
function excerpt(text, words) {
  const lower = text.toLowerCase()
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length)
  const start = first === text.length ? 0 : Math.max(0, first - 60)
  const shown = text.slice(start, start + 240)
  const made = element('div', start > 0 ? '…' : '')
  const low = shown.toLowerCase()
  // a character whose small form is longer would move what follows
  if (low.length !== shown.length) made.append(shown)
  else
    for (let at = 0; at < shown.length; ) {
      const hits = words.map((word) => [low.indexOf(word, at), word.length]).filter(([hit]) => hit >= 0)
      const [hit, length] = hits.sort((a, b) => a[0] - b[0] || b[1] - a[1])[0] ?? [shown.length, 0]
      made.append(shown.slice(at, hit))
      if (length > 0) made.append(element('mark', shown.slice(hit, hit + length)))
      at = hit + Math.max(length, 1)
    }
  return made
}

async function search(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = document.getElementById('found')
  const page = document.getElementById('page')
  const isWanted = words.length > 0
  found.hidden = !isWanted
  page.hidden = isWanted
  if (!isWanted) return
  loading ??= loadAll()
  await loading
  if (document.querySelector('input[type=search]').value !== text) return
  const hits = messages.filter(([, place, sender, , content]) => {
    const all = `${place}\n${sender}\n${content}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  hits.sort((a, b) => (a[3] < b[3] ? 1 : a[3] > b[3] ? -1 : 0))
  const list = element('ul', undefined, 'list')
  for (const [address, place, sender, time, content] of hits.slice(0, most)) {
    const item = element('li')
    const link = element('a', place)
    link.href = root + address
    link.onclick = () => {
      // on the page itself the message is to be seen
      if (link.href.split('#')[0] === location.href.split('#')[0]) clear()
    }
    item.append(link, ' ', element('small', `${sender}, ${time}`), excerpt(content, words))
    list.append(item)
  }
  const told =
    hits.length === 0
      ? 'No results.'
      : `${hits.length} found${hits.length > most ? `, the newest ${most} are shown` : ''}.`
  found.replaceChildren(element('p', told), list)
}

function clear() {
  const input = document.querySelector('input[type=search]')
  input.value = ''
  search('')
}

const form = document.querySelector('form[role=search]')
form.hidden = false
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('input', () => search(form.elements.words.value))
