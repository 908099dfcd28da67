import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#platform/config'
import { assert, freePort } from '#test'
import { copyTree, packCheckout } from './harness/checkout.ts'

/*
 * The result of `npm pack`, outside of the checkout; its locked packages are copied from there, so no network is
 * needed.
 */

const isWindows = process.platform === 'win32'
let folder: string
let installed: string
let lock: {
  packages: Record<
    string,
    { dev?: boolean; optional?: boolean; version: string; dependencies?: Record<string, string> }
  >
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-packed-'))
  const name = basename(await packCheckout(folder))
  execFileSync('tar', ['-xzf', name], { cwd: folder })
  const modules = join(folder, 'elsewhere', 'node_modules')
  installed = join(modules, 'loquat')
  await mkdir(modules, { recursive: true })
  await copyTree(join(folder, 'package'), installed)
  lock = JSON.parse(await readFile(join(installed, 'npm-shrinkwrap.json'), 'utf8'))
  for (const [place, { optional }] of Object.entries(lock.packages)) {
    if (place === '') continue
    const source = join(projectRoot, place)
    // those for other platforms
    if (existsSync(source)) await copyTree(source, join(installed, place))
    else assert.ok(optional, place)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test("the package has the server's files and lock, and no sources or tools", async () => {
  const names = await readdir(installed)
  expect(names.sort()).toEqual([
    ...[
      'LICENSE',
      'README.md',
      'assets',
      'bin',
      'demo',
      'deploy',
      'dist',
      'docs',
      'help',
      'migrations',
      'node_modules',
    ],
    ...['npm-shrinkwrap.json', 'package.json'],
  ])
  for (const [name, isThere] of Object.entries({ 'npm-shrinkwrap.json': false, '.package.json.unpacked': false }))
    assert.equal(existsSync(join(folder, 'checkout', name)), isThere, 'only the package has it')
  assert.ok(JSON.parse(await readFile(join(folder, 'checkout', 'package.json'), 'utf8')).devDependencies)
  const web = await readdir(join(installed, 'dist', 'web'))
  const page = await readFile(join(installed, 'dist', 'web', 'index.html'), 'utf8')
  for (const [, file] of page.matchAll(/="app\/([^"]+)"/g)) assert.ok(web.includes(file as string), file)
  const languages = web.filter((file) => /^index(\.[\w-]+)?\.html$/.test(file))
  assert.equal(web.filter((file) => /^index-.*\.js$/.test(file)).length, languages.length, 'no earlier build')
  const packages = Object.keys(lock.packages).join('\n')
  assert.doesNotMatch(packages, /node_modules\/(vite|rolldown|typescript|vitest|playwright-core)$/m)
  const { dependencies, devDependencies, workspaces } = JSON.parse(
    await readFile(join(installed, 'package.json'), 'utf8'),
  )
  assert.deepEqual([devDependencies, workspaces], [undefined, undefined])
  for (const name of Object.keys(dependencies)) assert.ok(lock.packages[`node_modules/${name}`], name)
})

test('npm installs only what the bundle imports, in versions for Node 20', async () => {
  const { dependencies, overrides } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  for (const name of ['fastify', 'undici', '@opentelemetry/sdk-trace'])
    assert.ok(!Object.hasOwn(dependencies, name), `${name} is bundled`)
  for (const name of ['sharp', 'katex', 'markdown-it', '@fastify/swagger-ui']) assert.ok(dependencies[name], name)
  // npm keeps a locked version only if its dependent's range in the lock allows it
  for (const [name, ranges] of Object.entries<string | Record<string, string>>(overrides))
    for (const [place, { dependencies: own = {} }] of Object.entries(lock.packages))
      if (typeof ranges === 'string') assert.ok([undefined, ranges].includes(own[name]), place)
      else if (place.endsWith(`node_modules/${name}`))
        for (const [child, range] of Object.entries(ranges)) assert.equal(own[child], range, place)
})

test("the package includes the licenses of its web client's libraries and fonts", async () => {
  const licenses = await readFile(join(installed, 'dist', 'web', 'licenses.txt'), 'utf8')
  const titles = [...licenses.matchAll(/^(\S+) \d+\.\d+\.\S+, \(?[A-Z].*\n=+$/gm)].map(([, name]) => name as string)
  const { dependencies } = JSON.parse(await readFile(join(projectRoot, 'web', 'package.json'), 'utf8'))
  const tools = ['@formatjs/icu-messageformat-parser', 'harfbuzzjs', 'rolldown', 'vite']
  const expected = [...Object.keys(dependencies).filter((name) => !tools.includes(name)), 'katex']
  for (const name of expected) assert.ok(titles.includes(name), `${name} is among ${titles.join(', ')}`)
  for (const name of tools) assert.ok(!titles.includes(name), name)
  assert.match(licenses, /Permission is hereby granted, free of charge/)
  assert.match(licenses, /SIL OPEN FONT LICENSE/)
})

test('the package includes the license of each library in its server', async () => {
  const licenses = await readFile(join(installed, 'dist', 'licenses.txt'), 'utf8')
  for (const name of ['fastify', 'kysely', 'pg-types', 'abstract-logging', 'zod'])
    assert.match(
      licenses,
      new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, MIT\\n=+\\n[^=]*Permission is hereby granted`, 'm'),
      name,
    )
})

test("npm accepts the package's lock", () => {
  // without a registry: everything to install is in the lock
  const args = ['ci', '--dry-run', '--offline', '--ignore-scripts']
  const { status, stderr } = spawnSync('npm', args, {
    cwd: join(folder, 'package'),
    encoding: 'utf8',
    shell: isWindows,
  })
  assert.equal(status, 0, stderr)
})

test('the installed package starts, and its setup link creates a working team', async () => {
  const port = await freePort()
  const cwd = dirname(dirname(installed))
  // nothing of the checkout is in the environment
  const env = { PATH: process.env.PATH, HOME: cwd, SystemRoot: process.env.SystemRoot }
  const args = [join(installed, 'bin', 'loquat'), 'start', '--port', `${port}`]
  const child: ChildProcess = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    let said = ''
    const link = await new Promise<string>((resolve, reject) => {
      const read = (part: Buffer) => {
        said += part
        const found = /^ {2}(http:\/\/127\.0\.0\.1:\d+\/setup\/\S+)$/m.exec(said)?.[1]
        if (found && said.includes('Ctrl+C')) resolve(found)
      }
      child.stdout?.on('data', read)
      child.stderr?.on('data', read)
      child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)))
    })
    assert.match(said, /npx loquat demo/)
    const founded = await fetch(link, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({
        organization: 'Society',
        full_name: 'Ada',
        email: 'ada@society.example',
        password: 'correct horse battery',
      }),
    })
    assert.equal(founded.status, 302, await founded.text())
    const cookie = (founded.headers.get('set-cookie') ?? '').split(';')[0] as string
    const site = `http://127.0.0.1:${port}`
    const page = await (await fetch(`${site}/`, { headers: { cookie } })).text()
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
    assert.equal((await fetch(new URL(script ?? '', `${site}/`))).status, 200)
    const headers = { cookie, 'x-loquat-web': '1', 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ type: 'channel', to: 'general', topic: 'news', content: '**packed** $$x^2$$' })
    const sent = await fetch(`${site}/api/v1/messages`, { method: 'POST', headers, body })
    assert.equal(sent.status, 200, await sent.clone().text())
    const { id } = (await sent.json()) as { id: number }
    const read = await fetch(`${site}/api/v1/messages/${id}`, { headers })
    assert.match(((await read.json()) as { message: { content: string } }).message.content, /<strong>packed.*katex/)
    child.removeAllListeners('exit')
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    assert.equal(await ended, isWindows ? null : 0, said)
  } finally {
    child.kill('SIGKILL')
  }
})
