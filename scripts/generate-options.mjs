// Writes the option tables in docs/configuration.md from the declarations. With --check, only reports an outdated page.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const built = 'node_modules/.cache/loquat/options.mjs'
await bundle('src/command/options.ts', built)
const { optionTexts, sectionTitles } = await import(pathToFileURL(join(root, built)))

const cell = (text) => String(text).replaceAll('|', '\\|')
const fallbackOf = ({ fallback }) => (fallback === undefined || fallback === '' ? '' : `\`${cell(fallback)}\``)
const row = (one) =>
  `| \`${one.flag} ${cell(one.value)}\` | \`${one.variable}\` | ${fallbackOf(one)} | ${cell(one.doc)}${one.reloadable ? ' *Reloadable.*' : ''} |`
const table = Object.entries(sectionTitles)
  .map(([section, title]) => {
    const rows = optionTexts.filter((one) => one.section === section).map(row)
    return `### ${title}\n\nSection \`[${section}]\`\n\n| Option | Environment variable | Default | |\n|---|---|---|---|\n${rows.join('\n')}\n`
  })
  .join('\n')

const file = join(root, 'docs/configuration.md')
const page = readFileSync(file, 'utf8')
const [begin, end] = ['<!-- options: generated -->\n', '<!-- end of options -->']
const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)]
if (from < begin.length || to < from) throw new Error('docs/configuration.md has no place for the options')
const fresh = `${page.slice(0, from)}\n${table}\n${page.slice(to)}`
if (fresh !== page) {
  if (process.argv.includes('--check')) {
    console.error('docs/configuration.md is out of date: run npm run generate')
    process.exit(1)
  }
  writeFileSync(file, fresh)
}
