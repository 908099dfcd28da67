import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { assert, test } from '#test'
import { catalogue } from './catalogue.ts'
import type { Signed, Verdict } from './signatures.ts'

const secret = 'a-good-secret'
const body = Buffer.from('{"fruit":"🍐","webhookTimestamp":1772712000000,"passcode":"a-good-secret"}')
const now = new Date(1_772_712_000_000)
const url = 'https://chat.example.com/api/v1/external/x?api_key=k'
const code = (algorithm: string, encoding: 'hex' | 'base64' | 'base64url', ...parts: (string | Buffer)[]) =>
  createHmac(algorithm, secret)
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    .digest(encoding)
const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }))
const { publicKey: ownKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const publicKey = pem(ownKey)
/** Used instead of the secret, for tools that sign with their own key. */
const keys: Readonly<Record<string, string>> = { travis: publicKey }
const seconds = String(now.getTime() / 1000)
const jws = () => {
  const claims = [{ alg: 'HS256' }, { iss: 'netlify', sha256: createHash('sha256').update(body).digest('hex') }]
  const [head, claim] = claims.map((one) => Buffer.from(JSON.stringify(one)).toString('base64url'))
  return `${head}.${claim}.${code('sha256', 'base64url', `${head}.${claim}`)}`
}

/** Headers that each tool would send with the body above, from the tools' documentation. */
const right: Readonly<Record<string, Record<string, string>>> = {
  github: { 'x-hub-signature-256': `sha256=${code('sha256', 'hex', body)}` },
  gitea: { 'x-gitea-signature': code('sha256', 'hex', body) },
  gitlab: { 'x-gitlab-token': secret },
  bitbucket: { 'x-hub-signature': `sha256=${code('sha256', 'hex', body)}` },
  jira: { 'x-hub-signature': `sha256=${code('sha256', 'hex', body)}` },
  trello: { 'x-trello-webhook': code('sha1', 'base64', body, url) },
  asana: { 'x-hook-signature': code('sha256', 'hex', body) },
  linear: { 'linear-signature': code('sha256', 'hex', body) },
  sentry: { 'sentry-hook-signature': code('sha256', 'hex', body) },
  pagerduty: { 'x-pagerduty-signature': `v1=${'0'.repeat(64)},v1=${code('sha256', 'hex', body)}` },
  circleci: { 'circleci-signature': `v1=${code('sha256', 'hex', body)}` },
  buildkite: {
    'x-buildkite-signature': `timestamp=${seconds},signature=${code('sha256', 'hex', `${seconds}.`, body)}`,
  },
  netlify: { 'x-webhook-signature': jws() },
  vercel: { 'x-vercel-signature': code('sha1', 'hex', body) },
  heroku: { 'heroku-webhook-hmac-sha256': code('sha256', 'base64', body) },
  stripe: { 'stripe-signature': `t=${seconds},v0=00,v1=${code('sha256', 'hex', `${seconds}.`, body)}` },
  zendesk: {
    'x-zendesk-webhook-signature': code('sha256', 'base64', now.toISOString(), body),
    'x-zendesk-webhook-signature-timestamp': now.toISOString(),
  },
  intercom: { 'x-hub-signature': `sha1=${code('sha1', 'hex', body)}` },
  hubspot: {
    'x-hubspot-signature-v3': code('sha256', 'base64', `POST${url}`, body, String(now.getTime())),
    'x-hubspot-request-timestamp': String(now.getTime()),
  },
  discourse: { 'x-discourse-event-signature': `sha256=${code('sha256', 'hex', body)}` },
  notion: { 'x-notion-signature': `sha256=${code('sha256', 'hex', body)}` },
  travis: { signature: sign('sha1', body, privateKey).toString('base64') },
  figma: {},
}
const timed = ['buildkite', 'stripe', 'zendesk', 'hubspot', 'linear']

type Changes = Partial<Signed> & { headers?: Record<string, string> }

const checked = (name: string, changes: Changes, key?: string) => verdictOf(name, changes, key).wrong

function verdictOf(name: string, changes: Changes, key?: string): Verdict {
  const headers = changes.headers ?? right[name] ?? { authorization: `Bearer ${secret}` }
  const values = JSON.parse((changes.body ?? body).toString('utf8'))
  const signed = {
    body,
    url,
    now,
    header: (one: string) => headers[one] ?? '',
    text: (path: string) => String(values[path] ?? ''),
    form: (field: string) => (field === 'payload' ? (changes.body ?? body).toString('utf8') : ''),
  }
  const verdict = catalogue.get(name)?.verification.check({ ...signed, ...changes }, key ?? keys[name] ?? secret)
  assert.ok(verdict)
  return verdict
}

test("each tool's signature is accepted as documented, and nothing else", () => {
  for (const [name] of catalogue) {
    assert.equal(checked(name, {}), undefined, name)
    assert.equal(checked(name, {}, 'another secret'), 'wrong', name)
    if (name !== 'figma') assert.equal(checked(name, { headers: {} }), 'missing', name)
    for (const [header, value] of Object.entries(right[name] ?? {})) {
      const headers = { ...right[name], [header]: `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}` }
      assert.notEqual(checked(name, { headers }), undefined, `${name} ${header}`)
    }
  }
})

const alsoRight: Readonly<Record<string, readonly Record<string, string>[]>> = {
  github: [
    { 'x-hub-signature': `sha1=${code('sha1', 'hex', body)}` },
    { ...right.github, 'x-hub-signature': 'sha1=0000' },
    { 'x-hub-signature-256': `sha256=${code('sha256', 'hex', body).toUpperCase()}` },
  ],
  gitea: [{ 'x-gogs-signature': code('sha256', 'hex', body) }],
  pagerduty: [{ 'x-pagerduty-signature': `v1=${code('sha256', 'hex', body)},v1=another` }],
  netlify: [{ 'x-webhook-signature': `${jws()}.more` }],
  stripe: [{ 'stripe-signature': `v1=00,v1=${code('sha256', 'hex', `${seconds}.`, body)},t=${seconds}` }],
}

test('a signed post is the same whatever its headers look like', () => {
  for (const [name, others] of Object.entries(alsoRight)) {
    const first = verdictOf(name, {})
    assert.ok(!first.wrong && first.signed !== undefined, name)
    for (const headers of others) assert.deepEqual(verdictOf(name, { headers }), first, JSON.stringify(headers))
  }
})

test("GitHub's weaker signature is ignored if the stronger one is present", () => {
  const sha1 = { 'x-hub-signature': `sha1=${code('sha1', 'hex', body)}` }
  const wrong = { ...sha1, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
  assert.equal(checked('github', { headers: wrong }), 'wrong')
  assert.equal(checked('github', { headers: { ...right.github, 'x-hub-signature': 'sha1=0' } }), undefined)
})

test('a signature of another body is wrong', () => {
  const other = Buffer.from('{"fruit":"🍏","webhookTimestamp":1772712000000,"passcode":"x"}')
  for (const name of Object.keys(right))
    if (name !== 'gitlab') assert.equal(checked(name, { body: other }), 'wrong', name)
})

test('signatures older than five minutes are refused if the tool signs the time', () => {
  for (const name of timed)
    for (const minutes of [-6, 6]) {
      assert.equal(checked(name, { now: new Date(now.getTime() + minutes * 60_000) }), 'stale', name)
      assert.equal(checked(name, { now: new Date(now.getTime() + (minutes / 2) * 60_000) }), undefined, name)
    }
})

test("only Travis's public key is accepted, in any pasted form", () => {
  const { problemOf } = catalogue.get('travis')?.verification ?? {}
  const pasted = [
    publicKey,
    publicKey.replaceAll('\n', ' '),
    publicKey.replaceAll('\n', ''),
    publicKey.replaceAll('\n', '\\n'),
  ]
  for (const key of pasted)
    assert.deepEqual([problemOf?.(key), checked('travis', {}, key)], [undefined, undefined], key.slice(0, 40))
  const [other, short] = [2_048, 1_024].map((modulusLength) => generateKeyPairSync('rsa', { modulusLength }).publicKey)
  assert.equal(checked('travis', {}, pem(other as KeyObject)), 'wrong')
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
  for (const key of ['hush', publicKey.slice(0, 200), pem(short as KeyObject), pem(curve)])
    assert.match(problemOf?.(key) ?? '', /public RSA key/)
})

test("GitLab's signing token is checked with id and time", () => {
  const key = Buffer.from('a key of thirty-two bytes, or so')
  const token = `whsec_${key.toString('base64')}`
  const signature = createHmac('sha256', key).update(`7.${seconds}.`).update(body).digest('base64')
  const headers = { 'webhook-id': '7', 'webhook-timestamp': seconds, 'webhook-signature': `v1,AAAA v1,${signature}` }
  assert.equal(checked('gitlab', { headers }, token), undefined)
  assert.equal(checked('gitlab', { headers: { ...headers, 'webhook-id': '8' } }, token), 'wrong')
  assert.equal(checked('gitlab', { headers, now: new Date(now.getTime() + 400_000) }, token), 'stale')
  // a correct token doesn't override a wrong signature
  assert.equal(
    checked('gitlab', { headers: { ...headers, 'x-gitlab-token': token }, body: Buffer.from('{}') }, token),
    'wrong',
  )
})

test("HubSpot's signature covers the URL with characters such as %3A decoded", () => {
  const signed = `${url}&topic=a:b/c d`.replace(' ', '%20')
  const time = String(now.getTime())
  const headers = {
    'x-hubspot-signature-v3': code('sha256', 'base64', `POST${signed}`, body, time),
    'x-hubspot-request-timestamp': time,
  }
  assert.equal(checked('hubspot', { headers, url: `${url}&topic=a%3Ab%2fc%20d` }), undefined)
})

test("tools that don't sign send the secret in one of several headers", () => {
  const basic = `Basic ${Buffer.from(`user:${secret}`).toString('base64')}`
  for (const headers of [
    { authorization: basic },
    { 'x-webhook-secret': secret },
    { authorization: `Token ${secret}` },
  ] as Record<string, string>[]) {
    assert.equal(checked('opsgenie', { headers }), undefined)
    assert.equal(checked('opsgenie', { headers }, 'another'), 'wrong')
  }
})
