// Which tests a change can affect, by imports and hooks.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, root } from '../import-lines.mjs'

const isTest = (path) => /\.test\.tsx?$/.test(path)
const featureOf = (path) => /^src\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1]
/** Every test reaches the whole server through the harness, so its imports say nothing about what a test covers. */
const isHarness = (path) => path.startsWith('test/harness/')

let files
/** path -> { text, imports } of each source file. */
function sources() {
  if (files) return files
  files = new Map()
  for (const folder of ['src', 'client', 'web', 'test', 'scripts', 'bench'])
    for (const name of readdirSync(join(root, folder), { recursive: true })) {
      const path = join(folder, name)
      if (!/\.(tsx?|mjs)$/.test(path) || /node_modules|\.d\.[mc]?ts$/.test(path)) continue
      const text = readFileSync(join(root, path), 'utf8')
      files.set(path, { text, imports: importsOf(path, text) })
    }
  return files
}

export const testFiles = () => [...sources().keys()].filter(isTest).sort()

/** Every `hook.handledBy(listener)` in the server: its file, the hook's name, and the names the listener uses. */
export function hookListeners() {
  const found = []
  for (const [path, { text }] of sources()) {
    if (!path.startsWith('src/') || isTest(path)) continue
    for (const { 0: start, 1: hook, index } of text.matchAll(/\b(\w+)\.handledBy\(/g)) {
      let depth = 1
      let end = index + start.length
      for (; depth > 0 && end < text.length; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
      const names = new Set(text.slice(index + start.length, end).match(/[A-Za-z_$][\w$]*/g))
      found.push({ path, hook, names })
    }
  }
  return found
}

/** What exactly one feature provides for the whole server, such as authentication. Every test depends on it. */
const serverWide = /^ {2}(?:viewerOf|authenticate|accessToken|session|spectator|queueFilter|spans)(?:: (\w+))?,$/gm
const feature = 'src/platform/serve/feature.ts'

/** Separates a file's listeners from the rest: changes of what they call affect them, changes of its routes don't. */
const listenersIn = (path) => `${path}#listeners`

let edges
/**
 * For each file, the files that change with it:
 *
 * - the files that import it, types aside: the compiler checks those;
 * - for every file of a feature, the tests that lie in that feature or import from it, because a test calls its feature over HTTP;
 * - for a hook's listener and what it calls, the file that declares the hook: whatever triggers the hook runs the listener.
 */
function dependents() {
  if (edges) return edges
  edges = new Map()
  const add = (from, to) => edges.set(from, (edges.get(from) ?? new Set()).add(to))
  const hooks = new Map()
  const features = new Map()
  for (const [path, { text, imports }] of sources()) {
    for (const [, name] of text.matchAll(/^export const (\w+) =\s*(?:hook|extensionPoint)\w*[<(]/gm))
      hooks.set(name, path)
    if (!isHarness(path)) for (const { target, typeOnly } of imports) if (!typeOnly) add(target, path)
    if (featureOf(path) && !isTest(path))
      features.set(featureOf(path), [...(features.get(featureOf(path)) ?? []), path])
  }
  const use = (path, names, by) => {
    add(listenersIn(path), by)
    add(path, listenersIn(path))
    for (const { target, bindings } of sources().get(path).imports)
      if (bindings.some((name) => names.has(name))) add(target, listenersIn(path))
  }
  for (const { path, hook, names } of hookListeners()) if (hooks.has(hook)) use(path, names, hooks.get(hook))
  for (const [path, { text }] of sources())
    if (/^src\/features\/[^/]+\/[^/]+\/index\.ts$/.test(path))
      for (const [line] of text.matchAll(serverWide)) use(path, new Set(line.match(/\w+/g)), feature)
  for (const [path, { imports }] of sources()) {
    if (!isTest(path) && !path.startsWith('test/')) continue
    const covered = new Set([featureOf(path), ...imports.map(({ target }) => featureOf(target))])
    for (const feature of covered) for (const file of features.get(feature) ?? []) add(file, path)
  }
  return edges
}

export function affectedTests(changed) {
  const reached = new Set(changed)
  const isChanged = new Set(changed)
  for (const path of reached)
    for (const dependent of dependents().get(path) ?? [])
      if (dependent !== listenersIn(path) || isChanged.has(path)) reached.add(dependent)
  return testFiles().filter((path) => reached.has(path))
}
