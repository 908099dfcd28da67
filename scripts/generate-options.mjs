// Writes the option table in docs/operating.md from the declarations. With --check, only reports an outdated page.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const built = 'node_modules/.cache/loquat/options.mjs'
await bundle('src/command/options.ts', built)
const { optionTexts } = await import(pathToFileURL(join(root, built)))

const cell = (text) => String(text).replaceAll('|', '\\|')
const rows = optionTexts.map(
  ({ flag, variable, value, fallback, doc }) =>
    `| \`${flag} ${cell(value)}\` | \`${variable}\` | ${fallback === undefined ? '' : `\`${cell(fallback)}\``} | ${cell(doc)} |`,
)
const table = `| Option | Environment variable | Default | |\n|---|---|---|---|\n${rows.join('\n')}\n`

const file = join(root, 'docs/operating.md')
const page = readFileSync(file, 'utf8')
const [begin, end] = ['<!-- options: generated -->\n', '<!-- end of options -->']
const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)]
if (from < begin.length || to < from) throw new Error('docs/operating.md has no place for the options')
const fresh = page.slice(0, from) + table + page.slice(to)
if (fresh !== page) {
  if (process.argv.includes('--check')) {
    console.error('docs/operating.md is out of date: run npm run generate')
    process.exit(1)
  }
  writeFileSync(file, fresh)
}
