import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { assert, test } from 'vitest'
import { projectRoot } from '#platform/config'

/** Code that clients load: declarations of every feature, and the client library itself. */
const isClientSide = /(^|\/)(([\w-]+-)?(api|states|wire|errors|input|limits|rules)\.ts|api\/[\w-]+\.ts)$/

function entries(): string[] {
  const features = readdirSync(join(projectRoot, 'src/features'), { recursive: true }) as string[]
  const client = readdirSync(join(projectRoot, 'client')) as string[]
  return [
    ...features.filter((name) => isClientSide.test(name)).map((name) => join('src/features', name)),
    ...client.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).map((name) => join('client', name)),
  ]
}

/** Imports outside these files that a browser bundle of them would include. */
async function outside(input: string[]): Promise<string[]> {
  const found = new Set<string>()
  const build = await rolldown({
    cwd: projectRoot,
    platform: 'browser',
    input: input.map((name) => join(projectRoot, name)),
    logLevel: 'silent',
    external: (id, importer) => {
      const leaves = id.startsWith('node:') || id.startsWith('#platform') || (/^[a-z@]/.test(id) && id !== 'zod')
      if (leaves && !importer?.includes('node_modules')) found.add(`${importer?.slice(projectRoot.length + 1)}: ${id}`)
      return leaves
    },
    plugins: [
      {
        name: 'server code',
        load(id) {
          if (id.includes('/src/platform/')) found.add(id.slice(projectRoot.length + 1))
          return null
        },
      },
    ],
  })
  await build.generate({ format: 'esm' })
  await build.close()
  return [...found].sort()
}

test('client code imports no Node, no platform, and no package except zod', async () => {
  const files = entries()
  assert.isAbove(files.length, 60)
  assert.deepEqual(await outside(files), [])
})

const contentOf = (name: string) => readFileSync(join(projectRoot, name), 'utf8')

/** A file pattern of a tsconfig, as a regular expression. */
const patternOf = (glob: string) =>
  new RegExp(
    `^${glob.replaceAll('**/', '\0').replaceAll('*', '[^/]*').replaceAll('.', '\\.').replaceAll('\0', '(.*/)?')}$`,
  )

test('the browser type check includes all client code', () => {
  const { include } = JSON.parse(contentOf('tsconfig.browser.json')) as { include: string[] }
  const patterns = include.map(patternOf)
  assert.deepEqual(
    entries().filter((name) => !patterns.some((pattern) => pattern.test(name))),
    [],
  )
})

test('bin/loquat watches sources that exist', () => {
  const sources = [...contentOf('bin/loquat').matchAll(/sources: \[(.*?)\]/g)].flatMap(
    ([, list]) => list?.match(/[^', ]+/g) ?? [],
  )
  assert.isAbove(sources.length, 5)
  assert.deepEqual(
    sources.filter((name) => !existsSync(join(projectRoot, name))),
    [],
  )
})

test('imports of server code are detected', async () => {
  const found = await outside(['src/features/channels/channels/serialize.ts'])
  assert.isNotEmpty(found)
})

test('events and states are declared where clients load them', async () => {
  const { readFile } = await import('node:fs/promises')
  const features = readdirSync(join(projectRoot, 'src/features'), { recursive: true }) as string[]
  const elsewhere: string[] = []
  for (const name of features) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.endsWith('fixture.ts') || isClientSide.test(name))
      continue
    const text = await readFile(join(projectRoot, 'src/features', name), 'utf8')
    if (/^(export )?const \w+ = (event|state|states)\(/m.test(text)) elsewhere.push(name)
  }
  assert.deepEqual(elsewhere, [])
})
