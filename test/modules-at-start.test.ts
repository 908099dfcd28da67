import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '#platform/config'
import { assert, test } from '#test'
import { temporaryFolder } from './harness/temporary-folder.ts'

/** Packages that most servers never use, or that only worker threads use. */
const unused = `
  @modelcontextprotocol/sdk @nats-io/transport-node @node-saml/node-saml @opentelemetry/sdk-trace @simplewebauthn/server
  @zxcvbn-ts/core ajv aws4fetch bson csv-parse highlight.js katex ldapts libsodium-wrappers liquidjs minisearch nodemailer
  openid-client postal-mime sharp smtp-server turndown undici unpdf web-push
`
  .trim()
  .split(/\s+/)

const hooks = `export async function load(url, context, next) {
  if (url.startsWith('file:')) (await import('node:fs')).writeSync(2, 'loaded ' + url + '\\n')
  return next(url, context)
}`
const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
const logModules = dataUrl(`import { register } from 'node:module'\nregister(${JSON.stringify(dataUrl(hooks))})`)

const packageOf = (path: string): string | undefined => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]

/** The packages in a loaded file: its own, or those in a chunk of the bundle. */
async function packagesOf(url: string): Promise<(string | undefined)[]> {
  const path = fileURLToPath(url)
  if (!path.startsWith(join(projectRoot, 'dist/'))) return [packageOf(path)]
  // a chunk that only re-exports others has no map
  const map = await readFile(`${path}.map`, 'utf8').catch(() => '{"sources":[]}')
  return (JSON.parse(map) as { sources: string[] }).sources.map(packageOf)
}

test('a server starts without the packages that most servers never use', async () => {
  const folder = await temporaryFolder()
  const program = join(projectRoot, 'bin/loquat')
  const args = ['--import', logModules, program, 'serve', '--port', '0', '--data-dir', join(folder.path, 'data')]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const log = text(server.stderr)
  try {
    for await (const part of server.stdout) if (String(part).includes('Loquat is at')) break
  } finally {
    server.kill()
    await once(server, 'exit')
    await folder.remove()
  }
  const urls = [...(await log).matchAll(/^loaded (\S+)$/gm)].map(([, url]) => url as string)
  assert.ok(urls.some((url) => url.endsWith('/dist/loquat.js')))
  const loaded = new Set((await Promise.all(urls.map(packagesOf))).flat())
  assert.ok(loaded.has('fastify'))
  assert.deepEqual(
    unused.filter((name) => loaded.has(name)),
    [],
  )
})
