import { render } from 'preact'
import { type Entry, entries } from './entries.ts'
import { standIn } from './server.ts'
import { until } from './waiting.ts'

const root = document.getElementById('app') as HTMLElement
const address = (entry: Entry) => `?entry=${encodeURIComponent(entry.name)}${entry.hash}`
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

const asked = new URLSearchParams(location.search)
/** Only the names, to look at entries one by one. */
const isList = asked.has('list')

/** Every view in each state, side by side, light and dark. */
const Overview = () => (
  <main>
    <style>
      {
        'body { margin: 24px; font: 15px system-ui } iframe { border: 1px solid gray; margin: 8px } h2 { margin-block: 32px 0 }'
      }
    </style>
    <h1>Workbench</h1>
    {entries.map((entry) => (
      <section key={entry.name}>
        <h2>
          <a href={address(entry)}>{entry.name}</a>
        </h2>
        {!isList &&
          sizes.flatMap(({ width, height }) =>
            ['light', 'dark'].map((theme) => (
              <iframe
                key={`${width} ${theme}`}
                title={`${entry.name}, ${theme}, ${width}`}
                src={address(entry).replace('#', `&theme=${theme}#`)}
                style={{ width: `${width}px`, height: `${height}px`, zoom: 0.45 }}
                loading="lazy"
              />
            )),
          )}
      </section>
    ))}
  </main>
)

const entry = entries.find(({ name }) => name === asked.get('entry'))
const { dataset } = document.documentElement

/** Opens the client in an entry's state, and reports when it's ready or why it failed. */
async function show(one: Entry): Promise<void> {
  dataset.waits = 'the client'
  await import('../main.tsx')
  const view = one.start ? '.boot' : '.inbox, .conversations, .feed, .topic-list, .directory, .settings'
  await until(view, () => document.querySelector(view))
  // key presses before that are lost
  if (!one.start) await until('what listens', () => performance.getEntriesByName('listens').length > 0)
  await one.after?.()
  dataset.entry = one.name
}

if (entry) {
  const theme = asked.get('theme')
  if (theme) dataset.theme = theme
  // to view any language right to left
  const direction = asked.get('dir')
  if (direction) document.documentElement.dir = direction
  sessionStorage.clear()
  localStorage.clear()
  // the database holds the previous entry's unsent text
  await new Promise((resolve) => {
    const gone = indexedDB.deleteDatabase(`loquat words ${location.pathname}`)
    gone.onsuccess = gone.onerror = gone.onblocked = resolve
  })
  standIn(entry)
  if (location.hash === '') location.hash = entry.hash
  addEventListener('vite:preloadError', (event) => {
    dataset.problem = String((event as Event & { payload?: unknown }).payload)
  })
  // don't await it: parts of the client that share a file with this one would wait for it
  void show(entry).catch((problem: unknown) => {
    dataset.problem = String(problem)
  })
} else render(<Overview />, root)
