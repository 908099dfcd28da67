import { render } from 'preact'
import { type Entry, entries } from './entries.ts'
import { standIn } from './server.ts'

const root = document.getElementById('app') as HTMLElement
const address = (entry: Entry) => `?entry=${encodeURIComponent(entry.name)}${entry.hash}`
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

const asked = new URLSearchParams(location.search)
/** Only the names: for whoever looks at them one by one. */
const isList = asked.has('list')

/** Every view in each state, one beside the other, light and dark. */
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
if (entry) {
  const theme = asked.get('theme')
  if (theme) document.documentElement.dataset.theme = theme
  sessionStorage.clear()
  localStorage.clear()
  standIn(entry)
  if (location.hash === '') location.hash = entry.hash
  await import('../main.tsx')
  const view = entry.start ? '.boot' : '.inbox, .conversations, .recent, .feed, .topic-list, .directory'
  while (!document.querySelector(view)) await new Promise((resolve) => setTimeout(resolve, 20))
  await entry.after?.()
  document.documentElement.dataset.entry = entry.name
} else render(<Overview />, root)
