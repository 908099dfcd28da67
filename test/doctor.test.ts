import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import S3rver from 's3rver'
import { test as base } from 'vitest'
import { openEmbedded } from '#platform/db'
import { assert, freePort, prepareDirectory } from '#test'
import { main } from '../src/command/index.ts'
import { makeCertificate } from './harness/certificate.ts'
import { CommandProcesses } from './harness/command-processes.ts'
import { MailServer } from './harness/mail.ts'
import { LyingProvider } from './harness/oidc.ts'
import { WebServer } from './harness/web.ts'
import { PushRelay } from './peers/push-relay.ts'

const test = base.extend<{ folder: string; run: (args: string[], environment?: NodeJS.ProcessEnv) => Promise<Ended> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-doctor-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  run: async ({ folder }, use) => use((args, environment = {}) => runIn(folder, args, environment)),
})

interface Ended {
  code: number
  out: string[]
  text: string
}

async function runIn(folder: string, args: string[], environment: NodeJS.ProcessEnv): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []]
  const terminal = { say: (line: string) => out.push(line), complain: (line: string) => err.push(line) }
  const code = await main({
    args,
    environment: { LOQUAT_DATA_DIR: folder, ...environment },
    features: async () => (await import('../src/app.ts')).features,
    terminal: { ...terminal, stdin: Readable.from([]) } as never,
  })
  return { code, out, text: [...out, ...err].join('\n') }
}
const about = (out: string[], subject: string) => out.find((line) => line.includes(`  ${subject}: `)) ?? ''

test('doctor reports what is missing, and creates nothing', async ({ run, folder }) => {
  const { code, out } = await run(['doctor'], { LOQUAT_DATA_DIR: join(folder, 'none') })
  assert.equal(code, 0)
  assert.match(about(out, 'configuration'), /^ok .* with --data-dir$/)
  assert.match(about(out, 'data directory'), /^note .*doesn't exist yet/)
  assert.match(about(out, 'database'), /^note .*No Loquat data in/)
  assert.match(about(out, 'mail'), /^note .*--smtp-url/)
  assert.deepEqual(await readdir(folder), [])
})

test('a current database is up to date, and unchanged', async ({ run, folder }) => {
  await prepareDirectory(folder)
  const made = await run(['org', 'create', '--name', 'Team', '--owner-name', 'Ada', '--owner-email', 'ada@x.example'])
  assert.equal(made.code, 0, made.text)
  for (const _ of [1, 2]) {
    const { code, out } = await run(['doctor'])
    assert.equal(code, 0)
    assert.match(about(out, 'data directory'), /^ok /)
    assert.match(about(out, 'database'), /^ok .*up to date; organizations: 1$/)
  }
  const { out } = await run(['doctor', '--json'])
  assert.equal((JSON.parse(out[0] as string) as { state: string }[])[2]?.state, 'ok')
})

test("a running server's database is checked if its URL can't be reached from here", async ({ run, folder }) => {
  await prepareDirectory(folder)
  const processes = new CommandProcesses(folder)
  try {
    await processes.serve(folder, { LOQUAT_URL: 'http://chat.invalid' })
    const { out, code } = await run(['doctor'])
    assert.equal(code, 0)
    assert.match(about(out, 'database'), /^note .*whose database answers; http:\/\/chat\.invalid can't be reached/)
  } finally {
    processes.end()
  }
})

test('doctor reports everything in progress in a database', async ({ run, folder }) => {
  await prepareDirectory(folder)
  const made = await run(['org', 'create', '--name', 'Team', '--owner-name', 'Ada', '--owner-email', 'ada@x.example'])
  assert.equal(made.code, 0, made.text)
  const driver = await openEmbedded({ dataDir: join(folder, 'database'), sync: false })
  const columns = `org_id, conversation_id, sender_id, client, topic, content, rendered_content, renderer_version, sent_at,
    sender_read`
  const connection = await driver.connect()
  await connection.query(
    `insert into message (id, ${columns}) overriding system value select 100000, ${columns} from message limit 1`,
    [],
  )
  await connection.query(
    `insert into organization_move (org_id, subdomain, source, target) select id, 'team', 'home', 'east' from organization`,
    [],
  )
  connection.release()
  await driver.close()
  const { code, out } = await run(['doctor'])
  assert.equal(code, 0)
  assert.match(
    about(out, 'database'),
    /^note .*index of 1 organization .*; organizations being moved: team from home to east$/,
  )
})

test("services that don't respond are failures, and no secret is shown", async ({ run }) => {
  const port = await freePort()
  const { code, out, text } = await run(['doctor'], {
    LOQUAT_S3_URL: `http://127.0.0.1:${port}/loquat`,
    LOQUAT_S3_SECRET_ACCESS_KEY: 'hush-hush',
    LOQUAT_SMTP_URL: `smtp://someone:hush-hush@127.0.0.1:${port}`,
    LOQUAT_DATABASE_URL: `postgres://someone:hush-hush@127.0.0.1:${port}/loquat`,
  })
  assert.equal(code, 1)
  for (const subject of ['database', 'files', 'mail']) assert.match(about(out, subject), /^failed /)
  assert.match(text, /problems found: database, files, mail$/)
  assert.ok(!text.includes('hush'))
})

test('an unwritable data directory has failed', async ({ run }) => {
  const { code, out } = await run(['doctor'], { LOQUAT_DATA_DIR: '/proc/self' })
  assert.equal(code, 1)
  assert.match(about(out, 'data directory'), /^failed /)
})

test('a bucket and a mail server that respond are fine, and store nothing', async ({ run, folder }) => {
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'loquat' }],
  })
  const { port } = await bucket.run()
  const post = await MailServer.start()
  try {
    const { code, out, text } = await run(['doctor'], {
      LOQUAT_S3_URL: `http://127.0.0.1:${port}/loquat`,
      LOQUAT_S3_ACCESS_KEY_ID: 'S3RVER',
      LOQUAT_S3_SECRET_ACCESS_KEY: 'S3RVER',
      LOQUAT_SMTP_URL: post.url,
      LOQUAT_MAIL_FROM: 'chat@x.example',
    })
    assert.equal(code, 0, text)
    assert.match(about(out, 'files'), /^ok .*written to and read$/)
    assert.match(about(out, 'mail'), /^ok .*from chat@x.example$/)
    assert.ok(!text.includes('p%40ss'))
    assert.equal(post.mails.length, 0)
    const kept = (await readdir(join(folder, 's3', 'loquat'), { recursive: true })).filter((name) =>
      /\w{16}/.test(name),
    )
    assert.deepEqual(kept, [])
  } finally {
    await bucket.close()
    await post.close()
  }
})

test('each identity provider is reachable or not, and no secret is shown', async ({ run }) => {
  const provider = await LyingProvider.start()
  const port = await freePort()
  const options = {
    LOQUAT_OIDC_ISSUER: provider.issuer,
    LOQUAT_OIDC_CLIENT_ID: 'loquat',
    LOQUAT_OIDC_CLIENT_SECRET: 'hush-hush',
    LOQUAT_OIDC_NAME: 'company',
  }
  try {
    assert.match(about((await run(['doctor'])).out, 'sign-in'), /^ok .*password$/)
    provider.lies = { tokenStatus: 400, tokenError: 'invalid_request' }
    const { code, out, text } = await run(['doctor'], options)
    assert.equal(code, 0, text)
    assert.match(about(out, 'sign-in'), /^ok .*company \(http:\/\/127.0.0.1:\d+\) can be reached$/)
    provider.lies = { tokenStatus: 400, tokenError: 'invalid_grant' }
    assert.match(about((await run(['doctor'], options)).out, 'sign-in'), /^ok .*knows this server$/)
    provider.lies = { tokenStatus: 401, tokenError: 'invalid_client' }
    const unknown = await run(['doctor'], options)
    assert.match(about(unknown.out, 'sign-in'), /^failed .*does not know the client's id and secret/)
    provider.lies = { metadataIssuer: 'https://evil.example' }
    const wrong = await run(['doctor'], options)
    const absent = await run(['doctor'], { ...options, LOQUAT_OIDC_ISSUER: `http://127.0.0.1:${port}` })
    const incomplete = await run(['doctor'], { ...options, LOQUAT_OIDC_CLIENT_ID: '' })
    assert.deepEqual([wrong.code, absent.code, incomplete.code], [1, 1, 1])
    assert.match(about(wrong.out, 'sign-in'), /^failed .*company .* cannot be believed/)
    assert.match(about(absent.out, 'sign-in'), /^failed .*cannot be reached \(ECONNREFUSED\)/)
    assert.match(about(incomplete.out, 'sign-in'), /^failed .*--oidc-client-id/)
    for (const { text } of [unknown, wrong, absent, incomplete]) assert.ok(!text.includes('hush-hush'))
    const refused = await run(['serve', '--port', '0'], { ...options, LOQUAT_OIDC_CLIENT_SECRET: '' })
    assert.equal(refused.code, 2)
    assert.match(refused.text, /--oidc-client-secret: the provider company needs one/)
  } finally {
    await provider.close()
  }
})

test('certificates of SAML providers are checked', async ({ run, folder }) => {
  const file = join(folder, 'providers.json')
  const look = async (days: number) => {
    const { cert } = makeCertificate(['id.example'], { rsaBits: 2_048, days })
    const one = { name: 'company', display_name: 'Company', entity_id: 'https://id.example', certificates: [cert] }
    await writeFile(file, JSON.stringify([{ ...one, entry_point: 'https://id.example/sso' }]))
    return about((await run(['doctor'], { LOQUAT_SAML_FILE: file })).out, 'SAML')
  }
  assert.match(about((await run(['doctor'])).out, 'SAML'), /^ok .*no provider is configured/)
  assert.match(await look(400), /^ok .*company \(https:\/\/id.example\): its certificate is valid until \d{4}-/)
  assert.match(await look(10), /^note .*valid until/)
  assert.match(await look(-1), /^failed .*no certificate is valid today/)
})

test('a push relay is fine if it knows this server; no secret is shown', async ({ run, folder }) => {
  const relay = await PushRelay.start()
  const settings = { LOQUAT_PUSH_RELAY_URL: relay.url, LOQUAT_PUSH_RELAY_ORG_ID: relay.id }
  try {
    const without = await run(['doctor'])
    assert.match(about(without.out, 'push relay'), /^note .*--push-relay-url/)
    assert.match(about(without.out, 'web push'), /^ok .*made when the first browser asks/)
    const fine = await run(['doctor'], { ...settings, LOQUAT_PUSH_RELAY_KEY: relay.key })
    assert.match(about(fine.out, 'push relay'), /^ok .*knows this server$/)
    const wrong = await run(['doctor'], { ...settings, LOQUAT_PUSH_RELAY_KEY: 'hush-hush' })
    assert.equal(wrong.code, 1)
    assert.match(about(wrong.out, 'push relay'), /^failed .*does not accept this server/)
    assert.ok(!`${fine.text}${wrong.text}`.includes('hush') && !fine.text.includes(relay.key))
    assert.equal(relay.pushes.length, 0)
    await writeFile(join(folder, 'web-push.key'), 'x', { mode: 0o644 })
    assert.match(about((await run(['doctor'])).out, 'web push'), /^note .*read by others$/)
  } finally {
    await relay.close()
  }
})

test('call services are probed, and no secret is shown', async ({ run }) => {
  assert.match(about((await run(['doctor'])).out, 'calls'), /^ok .*Jitsi \(https:\/\/meet\.jit\.si\)/)
  const web = await WebServer.start((_request, response) => void response.end('<returncode>SUCCESS</returncode>'))
  const options = {
    LOQUAT_OUTBOUND_ALLOW: '10.0.0.0/8, fd00::/8',
    LOQUAT_JITSI_SERVER_URL: 'none',
    LOQUAT_BIG_BLUE_BUTTON_URL: `${web.url}/bigbluebutton/`,
    LOQUAT_BIG_BLUE_BUTTON_SECRET: 'hush-hush',
    LOQUAT_MEETING_PROVIDER: 'custom',
    LOQUAT_MEETING_CLIENT_ID: 'loquat',
    LOQUAT_MEETING_CLIENT_SECRET: 'hush-hush',
    LOQUAT_MEETING_AUTHORIZE_URL: `${web.url}/authorize`,
    LOQUAT_MEETING_TOKEN_URL: `${web.url}/token`,
    LOQUAT_MEETING_CREATE_URL: `${web.url}/meetings`,
  }
  try {
    const { code, out, text } = await run(['doctor'], options)
    assert.equal(code, 0, text)
    assert.match(about(out, 'webhooks'), /^ok .*10\.0\.0\.0\/8, fd00::\/8$/)
    assert.match(about(out, 'calls'), /^ok .*Meetings, BigBlueButton; /)
    web.answer = ({ path }, response) => void response.writeHead(path === '/token' ? 503 : 200).end()
    const wrong = await run(['doctor'], options)
    assert.equal(wrong.code, 1)
    assert.match(
      about(wrong.out, 'calls'),
      /^failed .*Meetings: .* answers with 503; BigBlueButton: .*not as expected$/,
    )
    const { LOQUAT_MEETING_CLIENT_ID: _, ...less } = options
    assert.match(about((await run(['doctor'], less)).out, 'calls'), /^failed .*--meeting-client-id/)
    assert.ok(!(text + wrong.text).includes('hush'))
  } finally {
    await web.close()
  }
})

test("the newest backup's age and verification are shown", async ({ run, folder }) => {
  const to = join(folder, 'kept')
  const says = async (made?: string, check: { at: string; problem: string | null } | null = null) => {
    await rm(to, { recursive: true, force: true })
    await mkdir(to)
    if (made) {
      const name = `loquat-${made.slice(0, 19).replaceAll(':', '-')}Z`
      const known = {
        name,
        made_at: made,
        size: 1,
        sha256: 'a',
        rows: 1,
        files: 0,
        file_bytes: 0,
        encrypted: false,
        check,
      }
      await writeFile(join(to, `${name}.json`), JSON.stringify(known))
      await writeFile(join(to, `${name}.backup`), '')
    }
    const { out } = await run(['doctor', '--backup-to', to, '--backup-every', '6h'])
    return about(out, 'backups')
  }
  assert.match(await says(), /^note .*there are none yet in .*kept/)
  const now = new Date().toISOString()
  assert.match(await says(now), /^note .*wasn't verified yet/)
  assert.match(await says(now, { at: now, problem: null }), /^ok .*1 in .*kept; loquat-\S+ is 0 hours old/)
  assert.match(await says(now, { at: now, problem: 'it is damaged' }), /^failed .*can't be restored: it is damaged/)
  assert.match(
    await says('2026-01-01T00:00:00.000Z', { at: now, problem: null }),
    /^note .*hours old, though one is due/,
  )
})

test('a certificate is valid, due for renewal, or expired', async ({ run, folder }) => {
  const said = async (days: number) => {
    const { cert, key } = makeCertificate(['chat.example.com'], { days })
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    await writeFile(certFile, cert)
    await writeFile(keyFile, key)
    const { out } = await run(['doctor'], { LOQUAT_TLS_CERT: certFile, LOQUAT_TLS_KEY: keyFile })
    return about(out, 'certificate')
  }
  assert.match(await said(60), /^ok .*valid until \d{4}-\d\d-\d\d$/)
  assert.match(await said(5), /^note .*should have been renewed/)
  assert.match(await said(-1), /^failed .*it was valid until/)
  assert.match(about((await run(['doctor'])).out, 'certificate'), /^ok .*none/)
})
