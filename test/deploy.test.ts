import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { projectRoot, readConfig, variableOf } from '#platform/config'
import { assert, runHere, startServer } from '#test'
import { settingsIn } from '../scripts/packages/oci.mjs'
import { options } from '../src/command/options.ts'
import { pages } from '../src/pages/index.ts'

const has = (program: string, ...args: string[]) => spawnSync(program, args).error === undefined
const shipped = (name: string) => readFile(join(projectRoot, 'deploy', name), 'utf8')

/** The options that a file under deploy/ sets, and those there are. */
const known = () => Object.keys(readConfig(options, {}, {})).map(variableOf)
const optionsIn = (text: string) => [...new Set([...text.matchAll(/\b(LOQUAT_[A-Z0-9_]+)\b/g)].map(([, name]) => name))]

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-deploy-'))
  await work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

test('the systemd unit always restarts the server, and sets known options', async () => {
  const unit = await shipped('loquat.service')
  assert.match(unit, /^Restart=always$/m)
  assert.match(unit, /^StartLimitIntervalSec=0$/m)
  const [, program = ''] = /^ExecStart=\/usr\/bin\/node \/opt\/loquat\/(\S+) serve$/m.exec(unit) ?? []
  await readFile(join(projectRoot, program))
  for (const [, name] of unit.matchAll(/^Environment=(LOQUAT_\w+)=/gm))
    expect([...known(), 'LOQUAT_CONFIG']).toContain(name)
  for (const name of optionsIn(await shipped('loquat.env'))) expect(known()).toContain(name)
  // a backup lowers its priority, and the filter used to kill the server for that
  assert.match(unit, /^SystemCallFilter=setpriority$/m)
  assert.match(unit, /^SystemCallErrorNumber=EPERM$/m)
})

test.skipIf(!has('systemd-analyze', '--version'))('systemd accepts the unit', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'loquat.service')
    const unit = await shipped('loquat.service')
    await writeFile(file, unit.replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/loquat', projectRoot))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    // ignore messages about the machine's other units
    assert.equal(/loquat\.service/.test(stderr) ? stderr : '', '', `exit code ${status}`)
  }),
)

/** Out of 10; less is better. `systemd-analyze security deploy/loquat.service` explains each setting. */
const maxExposure = 1.5

test.skipIf(!has('systemd-analyze', '--version'))('systemd rates the unit as hardly exposed', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'loquat.service')
    await writeFile(file, await shipped('loquat.service'))
    const args = ['security', '--offline=true', `--threshold=${maxExposure * 10}`, file]
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    // older versions only check running units
    if (/unrecognized option/.test(stderr)) return
    assert.equal(status, 0, stdout.split('\n').slice(-3).join('\n'))
  }),
)

test.skipIf(!has('nginx', '-v') || !has('openssl', 'version'))('nginx accepts the load balancer example', () =>
  inFolder(async (folder) => {
    const [pem, key] = [join(folder, 'pem'), join(folder, 'key')]
    const subject = ['-subj', '/CN=chat.example.com', '-days', '1']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', pem, ...subject],
      {
        stdio: 'ignore',
      },
    )
    await mkdir(join(folder, 'logs'))
    const site = (await shipped('nginx.conf'))
      .replace('/etc/ssl/chat.example.com.pem', pem)
      .replace('/etc/ssl/chat.example.com.key', key)
    const file = join(folder, 'nginx.conf')
    await writeFile(file, `pid ${folder}/pid;\nerror_log ${folder}/logs/error.log;\nevents {}\nhttp {\n${site}\n}\n`)
    const { status, stderr } = spawnSync('nginx', ['-t', '-q', '-p', folder, '-c', file], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  }),
)

test('the container files set known options, and name existing files', async () => {
  const dockerfile = await shipped('Dockerfile')
  const compose = parse(await shipped('compose.yaml'))
  for (const text of [dockerfile, await shipped('compose.yaml'), await shipped('kubernetes.yaml')])
    for (const name of optionsIn(text)) expect(known()).toContain(name)
  assert.equal(compose.services.loquat.build.dockerfile, 'deploy/Dockerfile')
  assert.equal(resolve(projectRoot, 'deploy', compose.services.loquat.build.context), projectRoot)
  await readFile(join(projectRoot, 'bin', 'loquat'))
  const commands = (await runHere(['--help'])).out
  const [, command] = /^CMD \["loquat", "(\w+)"\]$/m.exec(dockerfile) ?? []
  assert.match(commands, new RegExp(`^ {2}${command} `, 'm'))
  // one volume, no privileges, and a health check
  assert.equal(dockerfile.match(/^VOLUME/gm)?.length, 1)
  assert.match(dockerfile, /^USER loquat$/m)
  assert.match(dockerfile, /^HEALTHCHECK (?:.|\n)*\/health\/live/m)
  const [, major] = /^FROM node:(\d+)-bookworm-slim$/m.exec(dockerfile) ?? []
  assert.ok(Number(major) >= 20)
  // the image contains what is in git, and nothing built or stored here
  const ignored = (await readFile(join(projectRoot, '.dockerignore'), 'utf8')).split('\n')
  for (const name of ['**/node_modules', 'dist', 'data', '.git']) expect(ignored).toContain(name)
})

test('an image built without an engine has the settings of the Dockerfile', async () => {
  expect(settingsIn(await shipped('Dockerfile'))).toEqual({
    User: 'loquat',
    WorkingDir: '/data',
    Env: expect.arrayContaining(['LOQUAT_DATA_DIR=/data', 'LOQUAT_HOST=0.0.0.0', 'LOQUAT_PORT=9991']),
    Cmd: ['loquat', 'start'],
    ExposedPorts: { '9991/tcp': {} },
    Volumes: { '/data': {} },
  })
})

test('a server answers the container health check', async () => {
  const [, code = ''] = /CMD \["node", "-e", "(.*)"\]$/m.exec(await shipped('Dockerfile')) ?? []
  const asked = (port: number) =>
    new Promise<number | null>((resolve) =>
      spawn(process.execPath, ['-e', code], { env: { ...process.env, LOQUAT_PORT: `${port}` } }).once('exit', resolve),
    )
  const server = await startServer({}, { pages })
  const { port } = server
  assert.equal(await asked(port), 0)
  await server.close()
  assert.equal(await asked(port), 1)
})

test('the Kubernetes manifests are consistent', async () => {
  const all = parseAllDocuments(await shipped('kubernetes.yaml')).map((one) => {
    assert.deepEqual(one.errors, [])
    return one.toJS()
  })
  const of = (kind: string) => all.find((one) => one.kind === kind)
  expect(all.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Deployment', 'Service', 'PodDisruptionBudget', 'Ingress'])
  const { template, selector } = of('Deployment').spec
  const [container] = template.spec.containers
  const labels = template.metadata.labels
  expect([
    selector.matchLabels,
    of('Service').spec.selector,
    of('PodDisruptionBudget').spec.selector.matchLabels,
  ]).toEqual([labels, labels, labels])
  for (const { configMapRef } of container.envFrom.filter((one: object) => 'configMapRef' in one))
    assert.equal(configMapRef.name, of('ConfigMap').metadata.name)
  const mounted = container.volumeMounts.map(({ name }: { name: string }) => name)
  expect(template.spec.volumes.map(({ name }: { name: string }) => name)).toEqual(mounted)
  const config = of('ConfigMap').data
  readConfig(
    options,
    {},
    { ...config, LOQUAT_DATABASE_URL: 'postgres://database/loquat', LOQUAT_S3_ACCESS_KEY_ID: 'key' },
  )
  const places = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)
  assert.ok(places.includes(dirname(config.LOQUAT_SECRET_KEY_FILE)))
  const probes = [container.readinessProbe, container.livenessProbe, container.startupProbe]
  for (const { httpGet } of probes) expect(['/health/ready', '/health/live']).toContain(httpGet.path)
  assert.equal(of('Ingress').spec.rules[0].http.paths[0].backend.service.name, of('Service').metadata.name)
})

const hasEngine = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}']).status === 0
test.skipIf(!hasEngine)('the image builds, starts, and is healthy (needs a container engine)', async () => {
  const name = `loquat-test-${process.pid}`
  const docker = (...args: string[]) => execFileSync('docker', args, { cwd: projectRoot, encoding: 'utf8' }).trim()
  docker('build', '-q', '-f', 'deploy/Dockerfile', '-t', name, '.')
  const id = docker('run', '-d', '--rm', name)
  try {
    while (docker('inspect', '-f', '{{.State.Health.Status}}', id) !== 'healthy') await pause(500)
    assert.match(docker('logs', id), /Open this in a browser/)
    assert.equal(docker('exec', id, 'id', '-u'), '991')
  } finally {
    docker('rm', '-f', id)
    docker('rmi', '-f', name)
  }
})
