// Writes the names of the API's operations: those of the declarations, which nothing knows at run time.
// With --check it only says whether the committed file is current.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(root, 'src/areas')
const file = join(root, 'src/pages/operations.generated.json')

const names = {}
const lines = new Map()
for (const name of readdirSync(folder, { recursive: true }).sort()) {
  if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
  const text = readFileSync(join(folder, name), 'utf8')
  for (const [, operation, line] of text.matchAll(/export const (\w+) = endpoint\(\s*['"`]([A-Z]+ \/[^'"`]*)['"`]/g)) {
    if (lines.has(operation))
      throw new Error(`Two operations are called ${operation}: ${lines.get(operation)}, ${line}`)
    lines.set(operation, line)
    names[line] = operation
  }
}
const sorted = Object.fromEntries(Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1)))
const content = `${JSON.stringify(sorted, null, 2)}\n`

let current = ''
try {
  current = readFileSync(file, 'utf8')
} catch {}
if (current !== content) {
  if (process.argv.includes('--check')) {
    console.error('src/pages/operations.generated.json is out of date: run npm run generate')
    process.exit(1)
  }
  writeFileSync(file, content)
}
