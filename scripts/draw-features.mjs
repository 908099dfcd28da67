// Draws the diagrams in docs/architecture.md and docs/web-client.md from the imports. node scripts/draw-features.mjs [--check]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readImports, root, top } from './import-lines.mjs'
import { isDeclared } from './vocabulary.mjs'
import { webFolder, webLayers } from './web-layers.mjs'

const imports = readImports()
const problems = []
/** group -> its features, in the order of app.ts. */
const groups = new Map()
for (const [, group, feature] of readFileSync(join(root, 'src/app.ts'), 'utf8').matchAll(
  /from '\.\/features\/([\w-]+)\/([\w-]+)\/index\.ts'/g,
))
  groups.set(group, [...(groups.get(group) ?? []), feature])
const groupOf = (path) => (top(path) === 'features' ? path.split('/')[2] : undefined)

/** Which names depend on which; `nameOf` gives the name for a file. */
function uses(nameOf) {
  const found = new Map()
  for (const [path, list] of imports)
    for (const { target } of list) {
      const [from, to] = [nameOf(path), nameOf(target)]
      if (from === undefined || to === undefined || from === to) continue
      if (!found.has(from)) found.set(from, new Set())
      found.get(from).add(to)
    }
  return found
}

/** Transitive reduction: drops arrows that others imply. */
function reduced(graph) {
  const reaches = (from, to, seen = new Set()) => {
    for (const next of graph.get(from) ?? []) {
      if (next === to) return true
      if (seen.has(next)) continue
      seen.add(next)
      if (reaches(next, to, seen)) return true
    }
    return false
  }
  const arrows = []
  for (const [from, list] of graph)
    for (const to of list) if (![...list].some((other) => other !== to && reaches(other, to))) arrows.push([from, to])
  return arrows
}

const wrapped = (names, width = 44) => {
  const lines = ['']
  for (const name of names) {
    const last = lines.at(-1)
    if (last !== '' && last.length + name.length + 2 > width) lines.push(name)
    else lines[lines.length - 1] = last === '' ? name : `${last}, ${name}`
  }
  return lines.join('<br>')
}

const drawn = (nodes, arrows) =>
  [
    '```mermaid',
    'flowchart TD',
    ...nodes.map(([name, text]) => `  ${name}["${text}"]`),
    ...arrows.map(([from, to]) => `  ${from} --> ${to}`).sort(),
    '```',
  ].join('\n')

// git leaves empty folders behind when files move
const platformParts = readdirSync(join(root, 'src/platform')).filter((name) =>
  imports.has(`src/platform/${name}/index.ts`),
)

const layers = {
  main: '<b>app.ts, main.ts</b><br>the list of features; the program',
  command: '<b>command</b><br>the command line',
  pages: '<b>pages</b><br>pages for browsers',
  features: '<b>features</b><br>one folder per feature',
  web: '<b>web</b><br>the web client',
  client: '<b>client</b><br>calls, states, a session',
  declared: '<b>features: api, states, wire</b><br>declarations of features',
  platform: `<b>platform</b><br>${wrapped(platformParts)}`,
  contract: '<b>contract</b><br>endpoint, event, state, codecs, errors',
}
const layerOf = (path) => {
  const layer = top(path)
  if (layer === 'features') return isDeclared(path) ? 'declared' : 'features'
  return layer === 'app' ? 'main' : layers[layer] ? layer : undefined
}
// declarations' imports from features aren't a separate step
const layerUses = uses(layerOf)
layerUses.get('declared')?.delete('features')
layerUses.get('web')?.delete('features')

const groupUses = uses(groupOf)
for (const from of groupUses.keys())
  for (const to of groupUses.get(from))
    if (groupUses.get(to)?.has(from)) problems.push(`the groups ${from} and ${to} of features use each other`)

const webLayerOf = (path) =>
  path.startsWith('web/') ? webLayers.find(({ folders }) => folders.includes(webFolder(path)))?.name : undefined

const pictures = {
  'docs/architecture.md': {
    layers: drawn(Object.entries(layers), reduced(layerUses)),
    features: drawn(
      [...groups].map(([group, names]) => [group, `<b>${group}</b><br>${wrapped(names)}`]),
      reduced(groupUses),
    ),
  },
  'docs/web-client.md': {
    folders: drawn(
      webLayers
        .toReversed()
        .map(({ name, text, folders }) => [name, `<b>${text}</b><br>${wrapped(folders.toReversed())}`]),
      reduced(uses(webLayerOf)),
    ),
  },
}

for (const [file, ofPage] of Object.entries(pictures)) {
  const page = join(root, file)
  const before = readFileSync(page, 'utf8')
  let after = before
  for (const [name, picture] of Object.entries(ofPage)) {
    const [begin, end] = [`<!-- ${name}: drawn by scripts/draw-features.mjs -->`, `<!-- end of ${name} -->`]
    const [from, to] = [after.indexOf(begin), after.indexOf(end)]
    if (from < 0 || to < from) problems.push(`${file} has no place for the picture of ${name}`)
    else after = `${after.slice(0, from + begin.length)}\n${picture}\n${after.slice(to)}`
  }
  if (!process.argv.includes('--check')) {
    if (problems.length === 0) writeFileSync(page, after)
  } else if (after !== before) problems.push(`${file} shows other folders than there are: npm run generate`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
