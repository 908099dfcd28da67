// Writes help/keys.md's tables from the web client's shortcuts. With --check, only reports an outdated page.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { textsIn } from './texts-in.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const built = join(root, 'node_modules/.cache/loquat/help-keys.mjs')

/** Stands in for browser globals while the client is loaded: every property and call returns itself. */
const nothing = new Proxy(function nothing() {}, {
  get: (_target, name) =>
    name === Symbol.toPrimitive ? () => '' : name === Symbol.iterator ? () => [][Symbol.iterator]() : nothing,
  apply: () => nothing,
  construct: () => nothing,
})

/** The client's own list of shortcuts. Only their names are needed, not the views. */
async function keyed() {
  const entry = '\0keys'
  const build = await rolldown({
    input: entry,
    cwd: root,
    platform: 'node',
    external: [/^node:/],
    resolve: { alias: { zod: join(root, 'web/declarations/zod.ts') } },
    plugins: [
      textsIn('en'),
      {
        name: 'keys',
        // dynamic imports aren't part of the list
        resolveId: (id, _from, { kind }) =>
          id === entry || /(\.css|\?url)$/.test(id)
            ? id
            : kind === 'dynamic-import'
              ? { id, external: true }
              : undefined,
        load: (id) =>
          id !== entry && /(\.css|\?url)$/.test(id)
            ? { code: 'export default ""', moduleType: 'js' }
            : id === entry
              ? `export { commands } from ${JSON.stringify(join(root, 'web/app/commands.ts'))}
export { keyedThings } from ${JSON.stringify(join(root, 'web/message-actions/keyed-things.ts'))}`
              : undefined,
      },
    ],
  })
  await build.write({ file: built, format: 'esm', codeSplitting: false })
  await build.close()
  for (const name of [
    'document',
    'location',
    'localStorage',
    'sessionStorage',
    'addEventListener',
    'matchMedia',
    'history',
    'window',
    'navigator',
  ])
    globalThis[name] ??= nothing
  const { commands, keyedThings } = await import(pathToFileURL(built))
  return keyedThings(commands)
}

const arrows = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }
const keyName = (key) => {
  if (key.startsWith('Ctrl+')) return `Ctrl+${key.slice(5).toUpperCase()}`
  return arrows[key] ?? (/^[A-Z]$/.test(key) ? `Shift+${key}` : key)
}
const table = (things) => {
  const rows = things
    .filter(({ usual }) => usual.length > 0)
    .map(({ text, usual }) => `| ${usual.map((key) => `\`${keyName(key)}\``).join(' or ')} | ${text} |\n`)
  return `| Key | |\n|---|---|\n${rows.join('')}`
}

const things = await keyed()
const file = join(root, 'help/keys.md')
const page = readFileSync(file, 'utf8')
const put = (text, name, rows) => {
  const [begin, end] = [`<!-- keys: ${name} -->\n`, '<!-- end of keys -->']
  const from = text.indexOf(begin) + begin.length
  const to = text.indexOf(end, from)
  if (from < begin.length || to < from) throw new Error(`help/keys.md has no place for the keys of ${name}`)
  return text.slice(0, from) + rows + text.slice(to)
}
const fresh = put(
  put(page, 'everywhere', table(things.filter(({ isOfMessages }) => !isOfMessages))),
  'messages',
  table(things.filter(({ isOfMessages }) => isOfMessages)),
)
if (fresh !== page) {
  if (process.argv.includes('--check')) {
    console.error('help/keys.md is out of date: run npm run generate')
    process.exit(1)
  }
  writeFileSync(file, fresh)
}
// the client may have open timers
process.exit()
