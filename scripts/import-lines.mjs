// Reads the import graph of src, client, and web; dynamic imports count too.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** path -> [{ target, typeOnly, bindings }], paths relative to the project; packages and tests are left out. */
export function readImports() {
  const imports = new Map()
  for (const folder of ['src', 'client', 'web'])
    for (const name of readdirSync(join(root, folder), { recursive: true })) {
      const path = join(folder, name)
      if (/\.tsx?$/.test(path) && !/(\.test|\/fixture|\.config)\.ts$|node_modules/.test(path))
        imports.set(path, importsOf(path))
    }
  return imports
}

/** A file's imports: [{ target, typeOnly, bindings }], the last being their local names. */
export function importsOf(path, text = readFileSync(join(root, path), 'utf8')) {
  const found = []
  const line =
    /^\s*(import|export)\s+(type\s)?([^'"();]*?)from\s*['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  for (const [, , type, clause = '', from, bare, dynamic] of text.matchAll(line)) {
    const target = resolve(path, from ?? bare ?? dynamic)
    const bindings = clause.match(/\w+(?=\s*(?:[,}]|$))/g) ?? []
    if (target) found.push({ target, typeOnly: Boolean(type), bindings })
  }
  return found
}

function resolve(path, specifier) {
  if (specifier.startsWith('.')) return relative(root, join(root, dirname(path), specifier))
  if (specifier === '#contract') return 'src/contract/index.ts'
  if (specifier === '#test') return 'test/harness/index.ts'
  if (specifier.startsWith('#platform/')) return `src/platform/${specifier.slice('#platform/'.length)}/index.ts`
  return undefined
}

/** The folder directly below `src`, or `client`, or `web`; for a file there, its name. */
export const top = (path) => (path.startsWith('src/') ? path.split('/')[1].replace(/\.ts$/, '') : path.split('/')[0])
/** The feature or platform part that a file belongs to. */
export const featureOrPart = (path) =>
  path
    .split('/')
    .slice(2, path.startsWith('src/features/') ? 4 : 3)
    .join('/')
