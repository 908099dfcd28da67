import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#platform/config'
import { assert } from '#test'
import { buildDeb } from '../../scripts/packages/deb.mjs'
import { hostArchitecture, stage } from '../../scripts/packages/staged.mjs'
import { packCheckout } from '../harness/checkout.ts'
import { discard, freshDebian, missing, walk } from './root.ts'

/*
 * The Debian package: its content, and what an administrator does with it on a fresh Debian with systemd. The second
 * version has one migration more. The libraries come from npm's cache or registry.
 */

const reason = process.env.LOQUAT_THOROUGH ? missing() : 'it takes minutes, so only .ci/run --all does'
if (reason) console.warn(`The Debian package isn't tested: ${reason}`)

const architecture = hostArchitecture ?? 'amd64'
let folder: string
let first: string
let second: string

const here = (name: string) => join(projectRoot, 'test/debian', name)

/** The mail server with its library: the package has it only inside the server's own bundle. */
async function bundledMailbox(): Promise<string> {
  const file = join(folder, 'mailbox.mjs')
  const build = await rolldown({ input: here('mailbox.mjs'), external: [/^node:/], platform: 'node', cwd: projectRoot })
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
  return file
}

beforeAll(async () => {
  if (reason) return
  folder = await mkdtemp(join(tmpdir(), 'loquat-debs-'))
  const tarball = await packCheckout(folder)
  const staged = join(folder, 'first')
  await stage(staged, { architecture, tarball })
  await cp(staged, join(folder, 'second'), { recursive: true })
  await cp(staged, join(folder, 'again'), { recursive: true })
  const compression = 'gzip'
  first = await buildDeb(staged, { architecture, out: join(folder, 'out'), compression })
  const later = join(folder, 'second/package.json')
  const manifest = JSON.parse(await readFile(later, 'utf8'))
  await writeFile(later, JSON.stringify({ ...manifest, version: '0.1.1' }))
  await writeFile(
    join(folder, 'second/migrations/99991231000000_walk.sql'),
    'create table walked (id bigint primary key);\n',
  )
  second = await buildDeb(join(folder, 'second'), { architecture, out: join(folder, 'out'), compression })
  // it builds the web client, which takes minutes, and more on a busy machine
}, 3_600_000)
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true })
})

test.skipIf(reason)('the same files give the same package, byte for byte', async () => {
  const again = await buildDeb(join(folder, 'again'), {
    architecture,
    out: join(folder, 'out-again'),
    compression: 'gzip',
  })
  assert.ok((await readFile(first)).equals(await readFile(again)))
})

test.skipIf(reason)('lintian accepts the package', () => {
  const { stdout } = spawnSync('lintian', ['--no-tag-display-limit', first], { encoding: 'utf8' })
  expect(stdout.split('\n').filter((line) => /^[EW]:/.test(line))).toEqual([])
})

test.skipIf(reason)('the package has no development files', () => {
  const names = execFileSync('dpkg-deb', ['-c', first], { encoding: 'utf8', maxBuffer: 64 << 20 }).split('\n')
  expect(
    names.filter((name) =>
      /\.(?:d\.ts|ts|map)$|\/(?:\.git|test|tests)\/|node_modules\/(?:vitest|typescript|@types)\//.test(name),
    ),
  ).toEqual([])
  assert.ok(names.some((name) => name.endsWith(' ./usr/lib/loquat/dist/loquat.js')))
})

test.skipIf(reason)('a fresh Debian installs, upgrades, restores, and removes the package', async () => {
  const root = await freshDebian()
  // without a Debian mirror, there's no fresh Debian
  if (!root) return console.warn("The Debian package isn't installed: no Debian mirror can be reached")
  try {
    const transcript = await walk(root, here('walk.sh'), [first, second], [await bundledMailbox()])
    if (process.env.LOQUAT_TRANSCRIPT) await writeFile(process.env.LOQUAT_TRANSCRIPT, transcript)
    assert.match(transcript, /^THE WALK IS DONE$/m, transcript.slice(-3000))
  } finally {
    await discard(root)
  }
})

test('the guide for restoring has the same steps as the walk', async () => {
  const guide = await readFile(join(projectRoot, 'docs/backups.md'), 'utf8')
  const script = await readFile(here('walk.sh'), 'utf8')
  const [, block = ''] = /as root:\n\n((?: {4}.*\n)+)/.exec(guide) ?? []
  const steps = block
    .split('\n')
    .filter(Boolean)
    .map((line) => line.trim())
  assert.equal(steps.length, 6)
  let from = script.indexOf("heading 'Restore at night'")
  for (const step of steps.filter((line) => line !== 'loquat doctor')) {
    const at = script.indexOf(`typed '${step}'`, from)
    assert.ok(at > from, step)
    from = at
  }
})
