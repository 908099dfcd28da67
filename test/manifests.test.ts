import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { projectRoot } from '#platform/config'
import { assert } from '#test'
import { tools } from '../scripts/tools.mjs'
import { livekitVersion } from './peers/livekit-server.ts'

/*
 * The container files under deploy/, checked by the schemas of their formats: Kubernetes' own from kubernetes-models, and
 * the Compose specification's from dclint. Kubernetes' schemas allow unknown fields, but its types don't.
 */

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec?: Record<string, unknown>
}

const packages = tools()
const shipped = (name: string) => readFile(join(projectRoot, 'deploy', name), 'utf8')
const manifests = async () =>
  parseAllDocuments(await shipped('kubernetes.yaml')).map((one): Manifest => one.toJS({ maxAliasCount: 0 }))
const moduleOf = ({ apiVersion, kind }: Manifest) => join(packages, 'kubernetes-models', apiVersion, `${kind}.js`)

/** What the schema of a manifest's kind rejects. */
async function rejected(manifest: Manifest): Promise<string> {
  const { [manifest.kind]: Model } = await import(pathToFileURL(moduleOf(manifest)).href)
  try {
    new Model(manifest).validate()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

/** What the compiler says about the manifests as values of Kubernetes' types. */
async function typeErrors(all: readonly Manifest[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-manifests-'))
  try {
    const lines = all.map((one, index) => {
      const type = `import(${JSON.stringify(moduleOf(one))}).I${one.kind}`
      return `export const manifest${index}: ${type} = ${JSON.stringify(one)}\n`
    })
    await writeFile(join(folder, 'manifests.ts'), lines.join(''))
    const args = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', 'manifests.ts']
    const { stdout, status } = spawnSync(join(packages, '.bin/tsc'), args, { cwd: folder, encoding: 'utf8' })
    assert.equal(status === 0, stdout === '', stdout)
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function composeErrors(compose: unknown): Promise<string[]> {
  const schema = JSON.parse(await readFile(join(packages, 'dclint/schemas/compose.schema.json'), 'utf8'))
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  // the schema names draft 7 by an address that Ajv doesn't know
  const validate = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' })
  validate(compose)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

test('the Kubernetes manifests match the schemas and types of their kinds', async () => {
  const all = await manifests()
  assert.ok(all.length >= 5)
  for (const one of all) assert.equal(await rejected(one), '', one.kind)
  assert.equal(await typeErrors(all), '')
})

test('a manifest with a wrong value or an unknown field is rejected', async () => {
  const service = (await manifests()).find(({ kind }) => kind === 'Service') as Manifest
  assert.match(await rejected({ ...service, spec: { ...service.spec, ports: 'http' } }), /ports/)
  assert.match(
    await typeErrors([{ ...service, spec: { ...service.spec, slector: {} } }]),
    /slector.* does not exist in type 'IServiceSpec'/,
  )
})

test('the Compose file matches the Compose specification', async () => {
  const compose = parse(await shipped('compose.yaml'))
  expect(await composeErrors(compose)).toEqual([])
  compose.services.loquat.restrt = 'always'
  expect(await composeErrors(compose)).toEqual(['/services/loquat must NOT have additional properties'])
})

test('the Compose file for LiveKit is valid and opens the ports of its configuration', async () => {
  const compose = parse(await shipped('compose.livekit.yaml'))
  expect(await composeErrors(compose)).toEqual([])
  const { services } = compose
  assert.equal(services.livekit.image, `livekit/livekit-server:${livekitVersion}`)
  const settings = parse(services.livekit.environment.LIVEKIT_CONFIG)
  assert.deepEqual([settings.port, settings.rtc.tcp_port, settings.rtc.udp_port], [7880, 7881, 7882])
  assert.deepEqual(services.livekit.ports, ['127.0.0.1:7880:7880', '7881:7881', '7882:7882/udp'])
  assert.equal(settings.webhook.api_key, services.loquat.environment.LOQUAT_LIVEKIT_API_KEY)
})

test('Compose commands in the docs name the shipped file and its services', async () => {
  const { services } = parse(await shipped('compose.yaml'))
  const docs = ['backups.md', 'packages.md'].map((name) => readFile(join(projectRoot, 'docs', name), 'utf8'))
  const commands = (await Promise.all(docs))
    .join('\n')
    .matchAll(/docker compose -f (\S+) (stop|start|run --rm)? ?(\S+)/g)
  const named = [...commands]
  assert.ok(named.length >= 4)
  for (const [command, file, , service] of named) {
    assert.equal(file, 'deploy/compose.yaml', command)
    if (service !== 'up') expect(Object.keys(services), command).toContain(service)
  }
})

const hasCompose = spawnSync('docker-compose', ['version']).error === undefined
if (!hasCompose) console.warn("docker-compose doesn't read the Compose file: it isn't installed")
test.skipIf(!hasCompose)('docker-compose reads the Compose file, and asks for what it needs', () => {
  const config = (settings: Record<string, string>) => {
    const { PATH = '' } = process.env
    const args = ['--file', join(projectRoot, 'deploy/compose.yaml'), 'config']
    return spawnSync('docker-compose', args, { encoding: 'utf8', env: { PATH, HOME: tmpdir(), ...settings } })
  }
  const settings = { POSTGRES_PASSWORD: 'secret', LOQUAT_URL: 'https://chat.example.com' }
  const { status, stdout, stderr } = config(settings)
  assert.equal(status, 0, stderr)
  assert.equal(
    parse(stdout).services.loquat.environment.LOQUAT_DATABASE_URL,
    'postgres://loquat:secret@database/loquat',
  )
  for (const name of Object.keys(settings)) {
    const { status, stderr } = config({ ...settings, [name]: '' })
    assert.notEqual(status, 0)
    assert.match(stderr, new RegExp(name))
  }
})
