import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { projectRoot } from '#platform/config'
import { assert } from '#test'
import { affectedTests, hookListeners, testFiles } from '../../scripts/ci/affected.mjs'
import { browserTests, everywhere, otherBrowserTests } from '../../scripts/ci/browser-areas.mjs'
import { changesIn } from '../../scripts/ci/changes.mjs'
import { flakyLine, listedTooOften } from '../../scripts/ci/flaky.mjs'
import { plan } from '../../scripts/ci/plan.mjs'
import { browserCore, matchesAny } from '../../scripts/ci/projects.mjs'
import { installationsFor } from '../../scripts/ci/suites.mjs'

const planOf = (...files: string[]) => new Map(plan({ base: 'HEAD', files }).suites.map((suite) => [suite.name, suite]))
const filesOf = (suite: string, ...changed: string[]) => planOf(...changed).get(suite)?.files ?? []

test('documentation changes run neither browsers nor endurance tests', () => {
  const suites = planOf('docs/mail.md', 'README.md')
  for (const name of ['browser', 'endurance', 'server on PostgreSQL', 'endurance on PostgreSQL'])
    assert.deepEqual(suites.get(name)?.files, [], name)
})

test('a change in an area runs its tests, the core in browsers and on PostgreSQL', () => {
  const feature = 'src/features/text/saved-snippets/actions.ts'
  assert.ok(filesOf('server', feature).includes('src/features/text/saved-snippets/saved-snippets.test.ts'))
  assert.ok(!filesOf('server', feature).includes('src/features/messages/typing/typing.test.ts'))
  assert.ok(filesOf('browser', feature).includes('test/web/talking.test.ts'))
  assert.ok(filesOf('server on PostgreSQL', feature).includes('test/statements/statements.test.ts'))
  assert.ok(filesOf('endurance', feature).includes('test/crash/crash.test.ts'))
  assert.ok(!filesOf('endurance', feature).includes('test/power-cut/power-cut.test.ts'))
})

test('a listener of a hook affects the tests of whatever triggers the hook', () => {
  const listener = hookListeners().find(({ hook, path }) => hook === 'messageSent' && path.includes('agents/requests'))
  assert.ok(listener)
  assert.ok(affectedTests([listener.path]).includes('src/features/messages/messages/moving.test.ts'))
})

test('every listener in the server belongs to a known hook', () => {
  const source = execFileSync('git', ['grep', '-hoE', '\\.handledBy\\(', '--', 'src/**.ts', ':!*.test.ts'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  assert.ok(hookListeners().length > 100)
  assert.equal(hookListeners().length, source.trim().split('\n').length)
})

test('a change in authentication affects every area', () => {
  const affected = affectedTests(['src/features/people/users/api-key.ts', 'src/features/people/users/index.ts'])
  assert.ok(affected.includes('src/features/messages/typing/typing.test.ts'))
})

test('a web folder runs its tests, and a shared one all but the repeated', () => {
  assert.deepEqual(
    filesOf('browser', 'web/pins/strip.tsx').filter((name) => !matchesAny(name, browserCore)),
    ['test/web/pins.test.ts'],
  )
  assert.ok(filesOf('browser', 'web/store/channels.ts').length > 60)
  assert.ok(!filesOf('browser', 'web/store/channels.ts').includes('test/web/workbench.test.ts'))
})

test('the harness, the lock file, the build and CI run everything', () => {
  for (const file of [
    'test/harness/server.ts',
    'package-lock.json',
    'scripts/build.mjs',
    '.ci/run',
    'vitest.config.ts',
  ])
    for (const suite of planOf(file).values())
      if (suite.name !== 'webkit') assert.ok(suite.files.length > 0, `${file}: ${suite.name}`)
})

test('the Rust client is built for a release and for changes of its own test', () => {
  const names = (changed: string[], all = false) =>
    installationsFor(['endurance'], changed, { all }).map(({ name }) => name)
  assert.ok(names([], true).includes('Rust client'))
  assert.ok(!names(['src/platform/http/http.ts']).includes('Rust client'))
  assert.ok(names([]).includes('Go client'))
  for (const path of ['test/conformance/rust-client.test.ts', 'test/conformance/rust/client.rs']) {
    assert.ok(names([path]).includes('Rust client'), path)
    assert.ok(filesOf('endurance', path).includes('test/conformance/rust-client.test.ts'), path)
  }
})

test('WebKitGTK runs for a release and for changes of its own tests', () => {
  const tests = testFiles().filter((path) => path.startsWith('test/web-webkit/'))
  assert.ok(tests.length > 0)
  const all = plan({ base: 'HEAD', files: [] }, { all: true }).suites.find(({ name }) => name === 'webkit')
  assert.deepEqual(all?.files, tests)
  assert.deepEqual(filesOf('webkit', 'test/web-webkit/session.ts'), tests)
  assert.deepEqual(filesOf('webkit', 'package-lock.json', 'web/store/channels.ts'), [])
})

test('a release runs everything', () => {
  for (const { name, leftOut } of plan({ base: undefined, reason: 'no history' }, { all: true }).suites)
    assert.deepEqual(leftOut, [], name)
})

test('a changed test runs, whichever suite it is in', () => {
  for (const file of [
    'src/features/messages/typing/typing.test.ts',
    'test/web/pins.test.ts',
    'test/web/workbench.test.ts',
    'test/open-tab/open-tab.test.ts',
  ]) {
    const selected = plan({ base: 'HEAD', files: [file] }).suites.flatMap(({ files }) => files)
    assert.ok(selected.includes(file), file)
  }
})

test('every folder of the web client and every browser test is in the table', async () => {
  const entries = await readdir(join(projectRoot, 'web'), { withFileTypes: true })
  const folders = entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name)
  assert.deepEqual(folders.filter((name) => !everywhere.includes(name) && !(name in browserTests)).sort(), [])
  const named = new Set([...Object.values(browserTests), ...otherBrowserTests.map(({ tests }) => tests)].flat())
  const tests = testFiles().filter((path) => path.startsWith('test/web/'))
  const nameOf = (path: string) => path.replace(/^test\/web\/|\.test\.ts$/g, '')
  assert.deepEqual(
    [...named].filter((name) => !tests.map(nameOf).includes(name)),
    [],
  )
  assert.deepEqual(
    tests.filter((path) => !matchesAny(path, browserCore) && !named.has(nameOf(path))),
    [],
  )
})

test('changes are compared with CI_BASE, or with the day before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-changes-'))
  const git = (date: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
      stdio: 'pipe',
    })
  try {
    git('', 'init', '-q')
    await mkdir(join(folder, 'a'))
    for (const [day, name] of [
      ['01', 'old.ts'],
      ['02', 'base.ts'],
      ['03', 'new.ts'],
    ] as const) {
      await writeFile(join(folder, 'a', name), name)
      git(`2026-03-${day}T12:00:00Z`, 'add', '.')
      git(`2026-03-${day}T12:0${Number(day)}:00Z`, 'commit', '-q', '-m', name)
    }
    await writeFile(join(folder, 'a', 'untracked.ts'), '')
    assert.deepEqual(changesIn(folder, {}).files, ['a/new.ts', 'a/untracked.ts'])
    assert.deepEqual(changesIn(folder, { CI_BASE: 'HEAD~2' }).files, ['a/base.ts', 'a/new.ts', 'a/untracked.ts'])
    assert.equal(changesIn(folder, { CI_BASE: 'nowhere' }).base, undefined)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a flaky test is listed with its seed, and three times is too often', () => {
  const failure = { file: 'test/a.test.ts', test: 'moves | stops', message: 'Seed 7; the example that fails:\n[1]' }
  const line = flakyLine(failure, '2026-03-01')
  assert.match(line, /^\| test\/a\.test\.ts > moves \\\| stops \| Seed 7; .* \| 2026-03-01, seed 7 \| unknown \|$/)
  assert.equal(listedTooOften(`${line}\n${line}`), '')
  assert.match(listedTooOften(`${line}\n${line}\n${line}`), /test\/a\.test\.ts > moves/)
})
