// Writes the results of each integration's samples, next to them, and the pages about integrations in docs/. With
// --check, it only reports whether the committed ones are current; with --show, it prints some messages.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle } from './build.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const built = 'node_modules/.cache/loquat/integrations.mjs'
await bundle('scripts/integration-pages.ts', built)
const { pages } = await import(`${pathToFileURL(join(root, built))}?${Date.now()}`)

const asked = process.argv.indexOf('--show')
const shown = asked < 0 ? [] : process.argv.slice(asked + 1)
const old = []
for (const [file, text] of Object.entries(await pages())) {
  if (shown.some((name) => file.includes(`/${name}/`))) console.log(text)
  const path = join(root, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  old.push(file)
  if (!process.argv.includes('--check')) writeFileSync(path, text)
}
if (old.length > 0 && process.argv.includes('--check')) {
  console.error(`out of date, run npm run generate: ${old.join(', ')}`)
  process.exit(1)
}
