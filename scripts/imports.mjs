// Checks which layers import which; dynamic imports count too. Prints what is wrong.
//
//   contract    nothing but itself
//   platform    contract and platform
//   features/x/y     contract, platform, and features before x in app.ts: any file but their store and index
//   client      contract and what features declare: api, states, wire, errors, input, limits, rules
//   web         contract, client, what features declare, and what their declarations import themselves
//   pages       contract, platform, features
//   command     everything but app and main, which only tests and benchmarks import
//
// The index of a part of the platform only re-exports its other files.
//
// Features at the edge (imports, exports, incoming webhooks) are used through their public.ts only.
//
// Inside a feature, a file may use those of its rank and below: see vocabulary.mjs. Cycles are not allowed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { featureOrPart as feature, readImports, root, top } from './import-lines.mjs'
import { connects, holdsSql, isDeclared, isRoute, isStore, isUnclear, rank, readRanks } from './vocabulary.mjs'
import { layerProblems } from './web-layers.mjs'

const problems = []
const imports = readImports()

const part = (path) => path.split('/')

// The order of the features: as app.ts lists them; a folder without an entry comes right after what it needs.
const app = readFileSync(join(root, 'src/app.ts'), 'utf8')
const folders = new Map(
  [...app.matchAll(/import \{ (\w+) \} from '\.\/features\/([\w-]+\/[\w-]+)\/index\.ts'/g)].map(([, name, folder]) => [
    name,
    folder,
  ]),
)
const order = new Map()
for (const [, name] of app.slice(app.indexOf('export const features')).matchAll(/^ {2}(\w+),$/gm))
  order.set(folders.get(name), order.size)
const unlisted = [...new Set([...imports.keys()].filter((path) => top(path) === 'features').map(feature))].filter(
  (name) => !order.has(name),
)
for (const name of unlisted) {
  const needs = [...imports]
    .filter(([path]) => top(path) === 'features' && feature(path) === name)
    .flatMap(([, list]) =>
      list.filter(({ target }) => top(target) === 'features').map(({ target }) => order.get(feature(target)) ?? -1),
    )
  order.set(name, Math.max(-1, ...needs) + 0.5)
}

const ranks = readRanks(imports)

/** Files that declarations import also run in a browser, which a test of bundles checks. */
const ofDeclarations = new Set(
  [...imports]
    .filter(([path]) => isDeclared(path))
    .flatMap(([, list]) => list.filter(({ typeOnly }) => !typeOnly).map(({ target }) => target)),
)

const allowedImports = {
  contract: () => false,
  platform: (_path, target) => ['contract', 'platform'].includes(top(target)),
  features(path, target) {
    if (['contract', 'platform'].includes(top(target))) return true
    if (top(target) !== 'features') return false
    if (order.get(feature(target)) >= order.get(feature(path))) return false
    return !isStore(target) && part(target).slice(4).join('/') !== 'index.ts'
  },
  client: (_path, target) => top(target) === 'contract' || isDeclared(target),
  web: (_path, target) =>
    ['contract', 'client'].includes(top(target)) || isDeclared(target) || ofDeclarations.has(target),
  pages: (_path, target) => ['contract', 'platform', 'features'].includes(top(target)),
  command: (_path, target) => ['contract', 'platform', 'features', 'pages'].includes(top(target)),
  app: (_path, target) => ['platform', 'features'].includes(top(target)),
  main: () => true,
}

// A file's name in a feature says what is in it, and an index only connects other files.
for (const path of imports.keys())
  if (top(path) === 'features') {
    if (isUnclear(path))
      problems.push(`${path} has a name that says nothing: see "Inside a feature" in CONTRIBUTING.md`)
    const text = readFileSync(join(root, path), 'utf8')
    if (
      path.endsWith('/index.ts') &&
      /^(?:export )?(?:async )?(?:function|class)\b|^(?:export )?const \w+ = (?:async )?\(|(?:=>|^ +(?:async )?\w+\(.*\)) \{$/m.test(
        text,
      )
    )
      problems.push(`${path} has a function of its own, and an index only binds`)
  }

// SQL belongs in a feature's store or cache; a narrow is compiled to SQL where it's understood.
const writesSql = /\braw(?:<|\()|\bsql(?:<[^`\n]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/
const compilesNarrows = /^src\/features\/messages\/messages\/(?:narrow|recent-conversations)\//
for (const path of imports.keys())
  if (
    top(path) === 'features' &&
    !holdsSql(path) &&
    !compilesNarrows.test(path) &&
    writesSql.test(readFileSync(join(root, path), 'utf8'))
  )
    problems.push(`${path} queries the database: move the statement to the feature's store`)

// Rendering time depends on the text, so only threads that can be terminated render one.
for (const path of imports.keys())
  if (!path.startsWith('src/platform/markdown/') && /\brenderMarkdown\b/.test(readFileSync(join(root, path), 'utf8')))
    problems.push(`${path} renders in the thread of the server: use renderText, or renderBriefly inside mutations`)

// The index of a platform part has all its exports, and nothing else.
for (const path of imports.keys())
  if (/^src\/(contract|platform\/[^/]+)\/index\.ts$/.test(path) && !bindsOnly(readFileSync(join(root, path), 'utf8')))
    problems.push(`${path} holds more than exports from other files`)
for (const path of imports.keys())
  if (/^src\/platform\/[^/]+\/.+\/index\.ts$/.test(path))
    problems.push(`${path} is an index inside a part: its file has the name of what is in it`)

function bindsOnly(text) {
  const rest = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  return rest.replace(/^export\s+(?:type\s+)?(?:\*|\{[^}]*\})\s+from\s+'[^']+'$/gm, '').trim() === ''
}

// Options outside this list would never be read.
const listed = new Set(imports.get('src/command/options.ts').map(({ target }) => target))
for (const path of imports.keys())
  if (/^src\/features\/.*\boptions\.ts$/.test(path) && !listed.has(path))
    problems.push(`${path} declares options, and src/command/options.ts does not list them`)

// A handler at the top level would never be connected.
for (const path of imports.keys())
  if (/^\w+(\.\w+)*\.handledBy\(/m.test(readFileSync(join(root, path), 'utf8')))
    problems.push(`${path} handles a hook outside of its feature's hookHandlers`)

// A kind of event has one declared payload, shared by everyone who emits, follows, or serializes it.
const declared = new Map()
for (const path of imports.keys())
  for (const [, type, op] of readFileSync(join(root, path), 'utf8').matchAll(
    /\b(?:e|serverE)vent\(\s*'(\w+)',\s*(\w+|'\w+'),/g,
  )) {
    const name = `${type} ${op}`
    if (declared.has(name)) problems.push(`${path} declares the event ${name}, as ${declared.get(name)} does`)
    declared.set(name, path)
  }

for (const [path, list] of imports)
  for (const { target } of list) {
    const same = top(path) === top(target) && (top(path) !== 'features' || feature(path) === feature(target))
    if (!same && !allowedImports[top(path)]?.(path, target)) problems.push(`${path} may not import ${target}`)
    if (same && top(path) === 'features' && rank(path) >= 0 && ranks.get(target) > rank(path))
      problems.push(`${path} may not import ${target}, which comes after it in its feature`)
    if (!same && top(path) === 'features' && top(target) === 'features' && isRoute(target) && !connects(path))
      problems.push(`${path} may not import ${target}: only routes and indexes import routes`)
    const [from, to] = [part(path), part(target)]
    if (
      top(target) === 'platform' &&
      (from[1] !== 'platform' || from[2] !== to[2]) &&
      !target.endsWith(`${to[2]}/index.ts`)
    )
      problems.push(`${path} imports the inside of #platform/${to[2]}: ${target}`)
  }

// Features at the edge have one public module each: docs/decisions/2026-11-29-edges-are-folders.md.
const edges = ['data/imports', 'data/exports', 'integrations/incoming-webhooks']
for (const [path, list] of imports)
  for (const { target } of list) {
    const edge = edges.find((name) => target.startsWith(`src/features/${name}/`))
    if (!edge || path.startsWith(`src/features/${edge}/`) || isDeclared(target)) continue
    const own = target.slice(`src/features/${edge}/`.length)
    if (own !== 'public.ts' && !(own === 'index.ts' && path === 'src/app.ts'))
      problems.push(`${path} imports the inside of ${edge}: use its public.ts instead of ${own}`)
  }
for (const edge of edges) {
  const path = `src/features/${edge}/public.ts`
  if (!bindsOnly(readFileSync(join(root, path), 'utf8')))
    problems.push(`${path} holds more than exports from other files`)
}

problems.push(...layerProblems(imports))

// Unused exports are errors, except in declarations, which clients may use.
const texts = new Map()
for (const folder of ['src', 'client', 'web', 'test', 'bench', 'demo', 'scripts'])
  for (const name of readdirSync(join(root, folder), { recursive: true }))
    if (/\.(tsx?|mjs)$/.test(name) && !name.includes('node_modules'))
      texts.set(join(folder, name), new Set(readFileSync(join(root, folder, name), 'utf8').match(/\w+/g)))
for (const path of imports.keys()) {
  if (!path.startsWith('src/') || path.endsWith('.generated.ts') || top(path) === 'contract' || isDeclared(path))
    continue
  const exported = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm
  for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(exported))
    if (![...texts].some(([other, words]) => other !== path && words.has(name)))
      problems.push(`${path} exports ${name}, which no other file uses`)
}

// Cycles of run-time imports.
const state = new Map()
function visit(path, way) {
  if (state.get(path) === 'done') return
  if (state.get(path) === 'open') {
    problems.push(`a cycle: ${[...way.slice(way.indexOf(path)), path].join(' -> ')}`)
    return
  }
  state.set(path, 'open')
  for (const { target, typeOnly } of imports.get(path) ?? []) if (!typeOnly) visit(target, [...way, path])
  state.set(path, 'done')
}
for (const path of imports.keys()) visit(path, [])

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
