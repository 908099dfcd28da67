// Draws the pictures in docs/architecture.md from the import lines: who uses whom, of the layers and of the areas.
// node scripts/draw-rooms.mjs [--check]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readImports, room, root, top } from './import-lines.mjs'
import { isDeclared } from './vocabulary.mjs'

/** Areas that a reader looks for together. */
const shelves = {
  people: [
    'languages',
    'organization',
    'users',
    'founding',
    'groups',
    'organization-settings',
    'realm-domains',
    'user-settings',
    'profile-fields',
    'presence',
    'muted-users',
    'quiet-times',
    'audit-log',
  ],
  text: ['linkifiers', 'code-playgrounds', 'custom-emoji', 'alert-words', 'saved-snippets', 'navigation-views'],
  channels: ['channel-folders', 'channels', 'default-channel-groups', 'subscriptions', 'user-topics'],
  messages: [
    'attachments',
    'legal-holds',
    'messages',
    'typing',
    'drafts',
    'scheduled-messages',
    'reminders',
    'pins',
    'link-previews',
    'user-status',
    'mutes',
    'reports',
    'welcome',
  ],
  notifications: ['notifications', 'email-notifications', 'digest-mails', 'push-devices'],
  entry: [
    'sessions',
    'access-tokens',
    'second-factors',
    'passkeys',
    'invitations',
    'accounts',
    'sign-in',
    'directories',
    'scim',
  ],
  outside: [
    'agent-acts',
    'agent-requests',
    'mcp',
    'oauth',
    'webhook-deliveries',
    'incoming-webhooks',
    'incoming-mail',
    'outgoing-webhooks',
    'bot-storage',
    'video-calls',
    'exports',
    'backups',
    'disk-space',
    'imports',
    'statistics',
  ],
  register: ['spectators', 'events'],
}
const shelfOf = new Map(Object.entries(shelves).flatMap(([shelf, features]) => features.map((feature) => [feature, shelf])))

const imports = readImports()
const problems = []
const present = readdirSync(join(root, 'src/areas'))
for (const feature of present)
  if (!shelfOf.has(feature)) problems.push(`src/areas/${feature} is on no shelf of scripts/draw-rooms.mjs`)
for (const feature of shelfOf.keys()) if (!present.includes(feature)) problems.push(`there is no src/areas/${feature}`)

/** Which names use which, by a function that names the place of a file. */
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

/** Only the arrows that say something: what can be reached by others goes. */
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

const layers = {
  main: '<b>app.ts, main.ts</b><br>the list of areas; the program',
  command: '<b>command</b><br>the command line',
  pages: '<b>pages</b><br>pages for browsers',
  features: '<b>areas</b><br>one folder per feature',
  web: '<b>web</b><br>the web client',
  client: '<b>client</b><br>calls, states, a session',
  declared: '<b>areas: api, states, wire</b><br>area declarations',
  platform: `<b>platform</b><br>${wrapped(readdirSync(join(root, 'src/platform')))}`,
  contract: '<b>contract</b><br>endpoint, event, state, codecs, errors',
}
const layerOf = (path) => {
  const layer = top(path)
  if (layer === 'areas') return isDeclared(path) ? 'declared' : 'areas'
  return layer === 'app' ? 'main' : layers[layer] ? layer : undefined
}
// what declarations run of other files of areas is no step of its own
const layerUses = uses(layerOf)
layerUses.get('declared')?.delete('areas')
layerUses.get('web')?.delete('areas')

const shelfUses = uses((path) => (top(path) === 'areas' ? shelfOf.get(room(path)) : undefined))
for (const from of shelfUses.keys())
  for (const to of shelfUses.get(from))
    if (shelfUses.get(to)?.has(from)) problems.push(`the shelves ${from} and ${to} use each other`)

const pictures = {
  layers: drawn(Object.entries(layers), reduced(layerUses)),
  features: drawn(
    Object.entries(shelves).map(([shelf, features]) => [shelf, `<b>${shelf}</b><br>${wrapped(features)}`]),
    reduced(shelfUses),
  ),
}

const page = join(root, 'docs/architecture.md')
const before = readFileSync(page, 'utf8')
let after = before
for (const [name, picture] of Object.entries(pictures)) {
  const [begin, end] = [`<!-- ${name}: drawn by scripts/draw-rooms.mjs -->`, `<!-- end of ${name} -->`]
  const [from, to] = [after.indexOf(begin), after.indexOf(end)]
  if (from < 0 || to < from) problems.push(`docs/architecture.md has no place for the picture of ${name}`)
  else after = `${after.slice(0, from + begin.length)}\n${picture}\n${after.slice(to)}`
}

if (process.argv.includes('--check')) {
  if (after !== before) problems.push('docs/architecture.md shows other rooms than there are: npm run generate')
} else if (problems.length === 0) writeFileSync(page, after)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
