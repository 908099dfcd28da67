import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import S3rver from 's3rver'
import { test as base } from 'vitest'
import { readConfig } from '#platform/config'
import { assert } from '#test'
import { clock } from '../src/command/doctor-clock.ts'
import { main } from '../src/command/index.ts'
import { options } from '../src/command/options.ts'
import { MailServer } from './harness/mail.ts'
import { hasOpenLdap, OpenLdap } from './harness/openldap.ts'
import { PushRelay } from './peers/push-relay.ts'

interface Ended {
  code: number
  out: string
  err: string
}

const test = base.extend<{
  folder: string
  run: (args: string[], environment: object, stdin?: string) => Promise<Ended>
}>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-trials-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  run: async ({ folder }, use) =>
    use(async (args, environment, stdin = '') => {
      const [out, err]: [string[], string[]] = [[], []]
      const code = await main({
        args,
        environment: { LOQUAT_DATA_DIR: folder, ...environment },
        features: async () => (await import('../src/app.ts')).features,
        terminal: {
          say: (line: string) => void out.push(line),
          complain: (line: string) => void err.push(line),
          stdin: Readable.from([stdin]),
        },
      })
      return { code, out: out.join('\n'), err: err.join('\n') }
    }),
})

test('mail test delivers an email and says which server accepted it', async ({ run }) => {
  const smtp = await MailServer.start()
  try {
    const settings = { LOQUAT_SMTP_URL: smtp.url, LOQUAT_MAIL_FROM: 'chat@loquat.example' }
    const { code, out } = await run(['mail', 'test', 'grace@navy.example'], settings)
    assert.equal(code, 0)
    assert.match(out, /^ok {6}email to grace@navy\.example: .* accepted it from chat@loquat\.example/)
    const [mail] = smtp.mails
    assert.deepEqual([mail?.to, mail?.headers.get('subject')], [['grace@navy.example'], 'Test email from Loquat'])
    smtp.refusals = [550]
    const refused = await run(['mail', 'test', 'grace@navy.example', '--json'], settings)
    assert.equal(refused.code, 1)
    assert.equal((JSON.parse(refused.out) as { ok: boolean }[])[0]?.ok, false)
    assert.match(refused.err, /--mail-from/)
  } finally {
    await smtp.close()
  }
})

test('mail test explains a missing server, wrong password, and wrong address', async ({ run }) => {
  const smtp = await MailServer.start()
  const wrong = new URL(smtp.url)
  wrong.username = 'loquat'
  wrong.password = 'hunter2pass'
  try {
    const refused = await run(['mail', 'test', 'a@b.example'], { LOQUAT_SMTP_URL: wrong.href })
    assert.equal(refused.code, 1)
    assert.match(refused.err, /user and password/)
    assert.ok(!`${refused.out}${refused.err}`.includes('hunter2pass'))
  } finally {
    await smtp.close()
  }
  const gone = await run(['mail', 'test', 'a@b.example'], { LOQUAT_SMTP_URL: wrong.href })
  assert.match(gone.err, /host and port/)
  const none = await run(['mail', 'test', 'a@b.example'], {})
  assert.deepEqual([none.code, /--smtp-url/.test(none.err)], [1, true])
  const bad = await run(['mail', 'test', 'not-an-address'], { LOQUAT_SMTP_URL: wrong.href })
  assert.deepEqual([bad.code, /'not-an-address' is not an email address/.test(bad.err)], [2, true])
})

test('s3 test writes, reads, and deletes a file, and names the step that fails', async ({ run, folder }) => {
  const configureBuckets = [{ name: 'loquat' }]
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets,
  })
  const { port } = await bucket.run()
  const keys = { LOQUAT_S3_ACCESS_KEY_ID: 'S3RVER', LOQUAT_S3_SECRET_ACCESS_KEY: 'S3RVER' }
  try {
    const url = `http://127.0.0.1:${port}/loquat`
    const fine = await run(['s3', 'test', '--json'], { ...keys, LOQUAT_S3_URL: url })
    assert.equal(fine.code, 0, fine.err)
    const steps = (JSON.parse(fine.out) as { step: string; ok: boolean }[]).map(({ step, ok }) => [step, ok])
    assert.deepEqual(steps, [
      ['write', true],
      ['read', true],
      ['delete', true],
    ])
    const absent = await run(['s3', 'test'], { ...keys, LOQUAT_S3_URL: `http://127.0.0.1:${port}/absent` })
    assert.equal(absent.code, 1)
    assert.match(absent.out, /^failed {2}write: /)
    assert.match(absent.err, /--s3-url/)
  } finally {
    await bucket.close()
  }
})

test('push test asks the relay with the configured key', async ({ run }) => {
  const relay = await PushRelay.start()
  const settings = { LOQUAT_PUSH_RELAY_URL: relay.url, LOQUAT_PUSH_RELAY_ORG_ID: relay.id }
  try {
    const fine = await run(['push', 'test'], { ...settings, LOQUAT_PUSH_RELAY_KEY: relay.key })
    assert.equal(fine.code, 0, fine.err)
    assert.match(fine.out, /^ok {6}push relay: .* knows this server/)
    const wrong = await run(['push', 'test'], { ...settings, LOQUAT_PUSH_RELAY_KEY: 'hush hush hush hush' })
    assert.equal(wrong.code, 1)
    assert.match(wrong.out, /^failed {2}push relay: /)
    assert.ok(!`${wrong.out}${wrong.err}`.includes('hush'))
  } finally {
    await relay.close()
  }
})

test.skipIf(!hasOpenLdap)(
  'ldap test finds a user, checks the password, and explains failures',
  async ({ run, folder }) => {
    const grace = { uid: 'grace', name: 'Grace Hopper', mail: 'grace@company.example', password: 'nanosecond' }
    const ldap = await OpenLdap.start([grace])
    try {
      const file = join(folder, 'ldap.json')
      await writeFile(file, JSON.stringify([ldap.described({ accounts: 'sign-in' })]))
      const settings = { LOQUAT_LDAP_FILE: file }
      const found = await run(['ldap', 'test', 'grace'], settings)
      assert.equal(found.code, 0, found.err)
      assert.match(found.out, /uid=grace,ou=people,.*: Grace Hopper, grace@company\.example/)
      const right = await run(['ldap', 'test', 'grace', '--password-stdin'], settings, 'nanosecond\n')
      assert.match(right.out, /the password is right/)
      const wrong = await run(['ldap', 'test', 'grace', '--password-stdin'], settings, 'picosecond\n')
      assert.deepEqual([wrong.code, /not with this password/.test(wrong.out)], [1, true])
      assert.ok(!`${wrong.out}${wrong.err}`.includes('picosecond'))
      const absent = await run(['ldap', 'test', 'ada'], settings)
      assert.match(absent.out, /has no entry below/)
    } finally {
      await ldap.close()
    }
  },
)

test('doctor compares the clock with a service and suggests a fix', async ({ run }) => {
  let aheadMs = 0
  const service = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString())
    response.end()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  try {
    const config = readConfig(options, { s3Url: `http://127.0.0.1:${port}/files` }, {})
    assert.equal((await clock(config)).state, 'ok')
    aheadMs = 15_000
    const found = await clock(config)
    assert.equal(found.state, 'note')
    assert.match(found.says, /^-1[3-6]\.\d s from 127\.0\.0\.1/)
    aheadMs = 120_000
    await assert.rejects(clock(config), /wrong here or there/)
    const { code, out } = await run(['doctor', '--json'], { LOQUAT_S3_URL: `http://127.0.0.1:${port}/files` })
    assert.equal(code, 1)
    const findings = JSON.parse(out) as { about: string; state: string; fix?: string }[]
    const { state, fix } = findings.find(({ about }) => about === 'clock') ?? {}
    assert.deepEqual([state, fix], ['failed', 'Turn on time synchronization: timedatectl set-ntp true.'])
    const mail = findings.find(({ about }) => about === 'mail')
    assert.match(mail?.fix ?? '', /LOQUAT_SMTP_URL/)
  } finally {
    service.closeAllConnections()
    await new Promise((resolve) => service.close(resolve))
  }
})
