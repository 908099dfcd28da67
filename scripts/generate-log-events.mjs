// Writes the table of events in docs/logs.md from the declarations. With --check, only reports an outdated page.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const built = 'node_modules/.cache/loquat/log-events.mjs'
await bundle('src/platform/log/events.ts', built)
const { logEvents } = await import(pathToFileURL(join(root, built)))

const rows = Object.entries(logEvents).map(([name, { level, fields, doc }]) => {
  const listed = fields.map((field) => `\`${field}\``).join(', ')
  return `| \`${name}\` | ${level} | ${listed} | ${doc.replaceAll('|', '\\|')} |`
})
const table = `| Event | Level | Fields | |\n|---|---|---|---|\n${rows.join('\n')}\n`

const file = join(root, 'docs/logs.md')
const page = readFileSync(file, 'utf8')
const [begin, end] = ['<!-- events: generated -->\n', '<!-- end of events -->']
const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)]
if (from < begin.length || to < from) throw new Error('docs/logs.md has no place for the events')
const fresh = page.slice(0, from) + table + page.slice(to)
if (fresh !== page) {
  if (process.argv.includes('--check')) {
    console.error('docs/logs.md is out of date: run npm run generate')
    process.exit(1)
  }
  writeFileSync(file, fresh)
}
