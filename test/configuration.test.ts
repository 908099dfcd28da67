import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flagOf, kebabCase } from '#platform/config'
import { afterAll, assert, beforeAll, runHere, test } from '#test'
import { options, optionTexts } from '../src/command/options.ts'
import { CommandProcesses } from './harness/command-processes.ts'

let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'configuration-'))
  file = join(folder, 'other.toml')
})
afterAll(() => rm(folder, { recursive: true }))

interface Shown {
  option: string
  value: string | null
  origin: string
  source: string | null
}

async function shown(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Map<string, Shown>> {
  const { code, out, err } = await runHere(['config', 'show', '--effective', '--json', ...args], { environment })
  assert.equal(code, 0, err)
  return new Map((JSON.parse(out) as Shown[]).map((one) => [one.option, one]))
}

const check = async (content: string, environment: NodeJS.ProcessEnv = {}) => {
  await writeFile(file, content)
  return runHere(['config', 'check', '--config', file], { environment })
}

test('the command line wins over the environment, which wins over the file', async () => {
  await writeFile(file, '[network]\nport = 1001\nhost = "127.0.0.2"\n[limits]\nmax-file-upload-mib = 7\n')
  const all = await shown(['--config', file, '--port', '1003'], { LOQUAT_PORT: '1002', LOQUAT_HOST: '127.0.0.3' })
  const of = (name: string) => [all.get(name)?.value, all.get(name)?.origin, all.get(name)?.source]
  assert.deepEqual(of('port'), ['1003', 'command line', null])
  assert.deepEqual(of('host'), ['127.0.0.3', 'environment', 'LOQUAT_HOST'])
  assert.deepEqual(of('max-file-upload-mib'), ['7', 'configuration file', file])
  assert.deepEqual(of('metrics'), ['on', 'default', null])
  assert.equal(all.size, Object.keys(options).length)
})

test('an empty variable leaves the option to the file', async () => {
  await writeFile(file, '[network]\nport = 1001\n')
  const all = await shown([], { LOQUAT_PORT: '', LOQUAT_CONFIG: file })
  assert.equal(all.get('port')?.value, '1001')
})

test('the file is found in the current folder, or else in the data directory', async () => {
  const here = join(folder, 'here')
  const data = join(folder, 'data-directory')
  for (const one of [here, data]) await mkdir(one, { recursive: true })
  await writeFile(join(data, 'loquat.toml'), '[common]\nurl = "https://data.example"\n')
  const processes = new CommandProcesses(here)
  const url = async () => {
    const { out } = await processes.launch(['config', 'show', '--json'], { env: { LOQUAT_DATA_DIR: data } }).closed
    return (JSON.parse(out) as Shown[]).find(({ option }) => option === 'url')?.value
  }
  assert.equal(await url(), 'https://data.example')
  await writeFile(join(here, 'loquat.toml'), '[common]\nurl = "https://here.example"\n')
  assert.equal(await url(), 'https://here.example')
})

test('switches can be booleans, lists arrays, and paths are relative to the file', async () => {
  await writeFile(
    file,
    `[common]\ndata-dir = "stored"\n[limits]\nrate-limits = false\n[network]\ntrust-proxy = ["10.0.0.5", "loopback"]\n[backups]\nbackup-to = "s3://bucket/folder"\n`,
  )
  const all = await shown(['--config', file])
  assert.equal(all.get('data-dir')?.value, join(folder, 'stored'))
  assert.equal(all.get('rate-limits')?.value, 'off')
  assert.equal(all.get('trust-proxy')?.value, '10.0.0.5,loopback')
  assert.equal(all.get('backup-to')?.value, 's3://bucket/folder')
})

test('mistakes in the file name the key and what was probably meant', async () => {
  const wrong: [string, string][] = [
    ['[network]\nprot = 80', `${file}: unknown key prot in [network]; did you mean port?`],
    ['[network]\nurl = "https://a.example"', `${file}: url belongs in [common], not in [network]`],
    ['port = 80', `${file}: port belongs in [network]`],
    ['[netwrok]\nport = 80', `${file}: unknown section [netwrok]; did you mean [network]?`],
    ['[network]\nsmtp-ulr = "x"', `${file}: unknown key smtp-ulr in [network]; did you mean smtp-url in [mail]?`],
    ['[common]\nconfig = "x"', `${file}: config is only for the command line and the environment`],
    ['[network]\nport = [1, 2]', `${file}: port: must be one value`],
    ['[limits]\nrate-limits = 1979-05-27', `${file}: rate-limits: must be on or off`],
    ['[network]\nport = "many"', `${file}: port: 'many' is not a whole number from 0 to 65535`],
  ]
  for (const [content, problem] of wrong) {
    const { code, out, err } = await check(content)
    assert.deepEqual([code, out, err], [1, `${problem}\n`, 'loquat config check: 1 problem found\n'])
  }
  const { out } = await check('[network]\nport =\n')
  assert.match(out, /other\.toml:2:\d+: /, 'the place of a syntax error')
})

test('all problems are listed, and other commands refuse to run', async () => {
  const environment = { LOQUAT_PROT: '80', LOQUAT_METRICS: 'yes' }
  const { code, out } = await check('[mail]\nmail-from = "not-an-address"\n', environment)
  assert.deepEqual(
    [code, out.trimEnd().split('\n')],
    [
      1,
      [
        'unknown environment variable LOQUAT_PROT; did you mean LOQUAT_PORT?',
        "LOQUAT_METRICS: 'yes' is none of on, off, public",
        `${file}: mail-from: must be an email address`,
      ],
    ],
  )
  const list = await runHere(['user', 'list', '--config', file], { environment })
  assert.equal(list.code, 2)
  assert.match(list.err, /LOQUAT_PROT; did you mean LOQUAT_PORT\? \(and 2 more: run loquat config check\)/)
})

test('a check also finds what options contradict and files they name', async () => {
  const provider = '[sign-in]\noidc-file = "none.json"\n'
  assert.match((await check(`${provider}[network]\ntls-cert = "none.pem"`)).out, /--tls-key.*missing\n.*--oidc-file/)
  const { code, out } = await check('[processes]\nnats-url = "nats://127.0.0.1:4222"\n')
  assert.equal(code, 1)
  assert.match(out, /--nats-url is for several processes, which require --database-url/)
})

test('a secret key file without a key is found by a check and at startup', async () => {
  await writeFile(join(folder, 'empty.key'), '')
  for (const [name, problem] of [
    ['none.key', /none\.key is not there/],
    ['empty.key', /empty\.key does not hold 32 bytes in base64/],
  ] as const) {
    const { code, out } = await check(`[common]\nsecret-key-file = "${name}"\n`)
    assert.equal(code, 1)
    assert.match(out, problem)
    const started = await runHere(['serve', '--config', file, '--data-dir', join(folder, 'data'), '--port', '0'])
    assert.equal(started.code, 2)
    assert.match(started.err, problem)
  }
})

test("Kubernetes' and Docker's variables of services are ignored", async () => {
  const environment = {
    LOQUAT_PORT: 'tcp://10.0.0.1:9991',
    LOQUAT_PORT_9991_TCP: 'tcp://10.0.0.1:9991',
    LOQUAT_PORT_9991_TCP_ADDR: '10.0.0.1',
    LOQUAT_SERVICE_HOST: '10.0.0.1',
    LOQUAT_SERVICE_PORT_HTTP: '9991',
    LOQUAT_WEB_PORT: 'tcp://10.0.0.2:80',
    LOQUAT_WEB_SERVICE_HOST: '10.0.0.2',
    OTHER_VARIABLE: 'x',
  }
  const { code, out } = await check('', environment)
  assert.deepEqual([code, out], [0, `${file} is valid\n`])
  assert.equal((await shown([], environment)).get('port')?.origin, 'default')
})

test('secrets come from files of their own, and are never shown', async () => {
  await writeFile(join(folder, 'smtp'), 'smtp://post:hunter2@mail.example\n')
  await writeFile(
    file,
    `[mail]\nsmtp-url = "file:smtp"\n[storage]\ns3-secret-access-key = "hunter2"\n[database]\ndatabases = ["east=postgres://u:hunter2@east/chat"]\n`,
  )
  const environment = { LOQUAT_OIDC_CLIENT_SECRET: 'hunter2', LOQUAT_DATABASE_URL: 'postgres://u:hunter2@db/chat' }
  for (const more of [[], ['--json']]) {
    const { code, out } = await runHere(['config', 'show', '--config', file, ...more], { environment })
    assert.equal(code, 0)
    assert.doesNotMatch(out, /hunter2/)
    assert.match(out, /file:smtp/)
    assert.match(out, /postgres:\/\/u:…@db\/chat/)
  }
  await rm(join(folder, 'smtp'))
  const { err } = await runHere(['config', 'show', '--config', file])
  assert.match(err, /other\.toml: smtp-url: can't read .*\/smtp \(ENOENT\)/)
})

test('the example has every option, and is valid', async () => {
  const { out } = await runHere(['config', 'example'])
  for (const { name, inFile } of optionTexts)
    assert.equal(new RegExp(`^#${kebabCase(name)} = `, 'm').test(out), inFile, name)
  assert.equal((await check(out)).code, 0)
  // with all defaults uncommented
  const enabled = out.replace(/^#([a-z0-9-]+ = (?:"(?:[^"A-Z|]*)"|\d+)$)/gm, '$1')
  assert.match(enabled, /^port = 9991$/m)
  assert.equal((await check(enabled)).out, `${file} is valid\n`)
})

test('what is shown can be used as a file', async () => {
  const args = ['--port', '81', '--trust-proxy', 'loopback', '--oidc-display-name', 'Our "sign-in" #1']
  const { out } = await runHere(['config', 'show', ...args])
  await writeFile(file, out)
  const all = await shown(['--config', file])
  assert.deepEqual(
    ['port', 'trust-proxy', 'oidc-display-name'].map((name) => all.get(name)?.value),
    ['81', 'loopback', 'Our "sign-in" #1'],
  )
})

test('a missing file that was named is an error', async () => {
  const { code, err } = await runHere(['user', 'list', flagOf('config'), join(folder, 'none.toml')])
  assert.equal(code, 2)
  assert.match(err, /none\.toml: can't be read \(ENOENT\)/)
})
