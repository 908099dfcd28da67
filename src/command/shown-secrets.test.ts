import { test } from 'vitest'
import { assert } from '#test'
import { main } from './index.ts'
import { shownSecrets, withoutPassword } from './shown-secrets.ts'

test("secrets in arguments cause a warning with the option's name", () => {
  const shown = {
    databaseUrl: 'postgres://loquat:hunter2@db/chat',
    databaseReadUrl: 'postgres://loquat@one/chat,postgres://loquat@two/chat?sslmode=require&password=hunter2',
    databases: 'east=postgres://loquat:hunter2@east/chat',
    natsUrl: 'nats://one:4222,tls://hunter2@two:4222',
    smtpUrl: 'smtps://post:hunter2@mail.example',
    oidcClientSecret: 'hunter2',
    bigBlueButtonSecret: 'hunter2',
  }
  const lines = shownSecrets(shown)
  assert.equal(lines.length, Object.keys(shown).length)
  assert.match(lines[3] ?? '', / --nats-url .* LOQUAT_NATS_URL /)
  assert.ok(lines.every((line) => !line.includes('hunter2')))
})

test('arguments without secrets cause no warning', () => {
  const plain = {
    databaseUrl: 'postgres://loquat@one:5432,two:5432/chat',
    natsUrl: 'nats://one:4222,nats://[::1]:4222',
    natsCredentialsFile: '/etc/loquat/nats.creds',
    oidcClientSecretFile: '/etc/loquat/secret',
    url: 'https://chat.example:8443',
    port: '80',
  }
  assert.deepEqual(shownSecrets(plain), [])
})

test('a command warns first, and only about arguments, not the environment', async () => {
  const said: string[] = []
  const terminal = { say: () => {}, complain: (line: string) => void said.push(line), stdin: process.stdin }
  const run = (args: string[], environment: NodeJS.ProcessEnv) =>
    main({ args, environment, features: async () => [], terminal: { ...terminal, screen: process.stderr } })
  // nothing listens there, so that the command fails right away
  const url = 'postgres://user:hunter2@127.0.0.1:1/none'
  await run(['org', 'list', '--database-url', url], {})
  assert.match(said[0] ?? '', /--database-url/)
  said.length = 0
  await run(['org', 'list'], { LOQUAT_DATABASE_URL: url })
  assert.deepEqual(
    said.map((line) => line.startsWith('warning')),
    [false],
  )
})

test('URLs are shown without passwords', () => {
  assert.equal(withoutPassword('postgres://loquat:hunter2@one,two/chat'), 'postgres://loquat:…@one,two/chat')
  assert.equal(
    withoutPassword('postgres:///chat?user=a&password=hunter2&ssl=on'),
    'postgres:///chat?user=a&password=…&ssl=on',
  )
  assert.equal(withoutPassword('postgres://loquat@one/chat'), 'postgres://loquat@one/chat')
})
