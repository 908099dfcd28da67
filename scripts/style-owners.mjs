// npm run check: a class has its styles in one style sheet. Style sheets load with the pages that need them and stay, so
// otherwise an element would look different depending on which pages were visited before.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** These adapt every part of the client to a medium. */
const adapting = ['web/app/printing.css', 'web/style/forced-colors.css']

/** Classes that are the whole selector of a rule, such as `.row { … }`; rules for a medium or container are deeper. */
const ownClasses = (text) => new Set([...text.matchAll(/^ {0,2}\.([\w-]+)(?:,| \{)$/gm)].map(([, name]) => name))

const owners = new Map()
let hasFailed = false
for (const path of readdirSync(join(root, 'web'), { recursive: true })) {
  const name = join('web', path)
  if (!name.endsWith('.css') || name.includes('node_modules') || adapting.includes(name)) continue
  for (const one of ownClasses(readFileSync(join(root, name), 'utf8'))) {
    const owner = owners.get(one) ?? name
    owners.set(one, owner)
    if (owner === name) continue
    console.error(`${name}: .${one} has its styles in ${owner}: choose another name, or select it inside a parent`)
    hasFailed = true
  }
}
process.exitCode = hasFailed ? 1 : 0
