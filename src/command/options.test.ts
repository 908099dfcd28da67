import { expect, test } from 'vitest'
import { flagOf, readConfig } from '#platform/config'
import { assert } from '#test'
import { type OptionName, options } from './options.ts'

const refusal = (flags: Partial<Record<OptionName, string>>): string => {
  try {
    readConfig(options, flags, {})
  } catch (error) {
    return (error as Error).message
  }
  return assert.fail(`${JSON.stringify(flags)} was taken`)
}

test('invalid option values are refused with a readable message', () => {
  assert.equal(refusal({ port: 'abc' }), "--port: 'abc' is not a whole number from 0 to 65535")
  for (const port of ['-1', '1.5', '0x50', '1e3', ' 80', '65536', '99999999999999999999'])
    assert.equal(refusal({ port }), `--port: '${port}' is not a whole number from 0 to 65535`)
  assert.equal(refusal({ rateLimits: 'yes' }), "--rate-limits: 'yes' is none of on, off")
  assert.equal(
    refusal({ webhookTimeoutSeconds: '0' }),
    "--webhook-timeout-seconds: '0' is not a number of seconds from 0.001 to 60",
  )
  assert.equal(
    refusal({ databaseConnections: '0' }),
    "--database-connections: '0' is not a whole number from 1 to 10000",
  )
  assert.equal(refusal({ mailFrom: 'not-an-address' }), '--mail-from: must be an email address')
  assert.equal(refusal({ s3Url: 'bucket' }), '--s3-url: must be an address like https://HOST')
  assert.equal(refusal({ jitsiServerUrl: 'meet' }), '--jitsi-server-url: must be an address like https://HOST')
})

test('error messages have no library jargon and no passwords', () => {
  for (const name of Object.keys(options) as OptionName[]) {
    const nonsense = 'http:// user:hunter2@ \0'
    const parsed = options[name].schema.safeParse(nonsense)
    if (parsed.success) continue
    const message = refusal({ [name]: nonsense })
    assert.match(message, new RegExp(`^${flagOf(name)}: `))
    expect(message).not.toMatch(/invalid|expected|received|NaN|undefined/i)
    if (/Url|Key|Secret/.test(name)) assert.doesNotMatch(message, /hunter2/)
  }
  assert.doesNotMatch(refusal({ databaseUrl: 'mysql://me:hunter2@host' }), /hunter2/)
})

test('the server URL is a host with an optional path', () => {
  for (const url of [
    'https://example.org/chat room',
    'https://example.org/"onclick=',
    'https://example.org/chat//x',
    'https://example.org/.hidden',
    'https://example.org/?a=b',
    'https://example.org/#x',
    'https://a:b@c.org',
  ])
    assert.match(refusal({ url }), /^--url: must be a host, with or without a path/)
  for (const url of ['https://chat.example.org', 'http://localhost:9991/', 'https://example.org/team/chat-2/'])
    assert.equal(readConfig(options, { url }, {}).url, url)
})

test('defaults are as declared, and empty variables count as unset', () => {
  const { port, databaseConnections, webhookTimeoutSeconds, url } = readConfig(
    options,
    {},
    { LOQUAT_PORT: '', LOQUAT_URL: '' },
  )
  assert.deepEqual([port, databaseConnections, webhookTimeoutSeconds, url], [9991, 20, 10, undefined])
  assert.equal(readConfig(options, { meetingTimeoutSeconds: '0.5' }, {}).meetingTimeoutSeconds, 0.5)
})
