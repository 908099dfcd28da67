import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { raw } from '#platform/db'
import { assert, test } from '#test'
import type { Account } from '../../people/users/account.ts'
import { storeBotSettings } from '../../people/users/actions/index.ts'
import { getBots } from '../../people/users/bot-api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { noSuchBot } from '../../people/users/errors.ts'
import { getWebhookDeliveries } from '../outgoing-webhooks/deliveries/api.ts'
import * as api from './api.ts'
import { forgetPosts, sealSecrets } from './due.ts'
import { firstOf, last, makeHook, post } from './fixture.ts'

test("with a secret, posts that aren't signed with it are refused and not stored", async ({ society, ada, cleo }) => {
  const { id, key } = await makeHook(ada)
  await ada.call(api.setBotIntegration, { bot_id: id, integration: 'github', secret: 'hush' })
  const watch = await ada.register('message')
  const body = JSON.stringify({ zen: 'Täglich grüßt', repository: { full_name: 'grove/orchard' } })
  const code = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const tried = async (signature: string, text = body) =>
    post(society, {
      name: 'github',
      query: { api_key: key },
      body: text,
      headers: { 'x-github-event': 'ping', ...(signature && { 'x-hub-signature-256': signature }) },
    })
  for (const reply of [
    await tried(''),
    await tried(code('other')),
    await tried(code('hush'), body.replace('grove', 'drove')),
  ])
    assert.deepEqual([reply.status, reply.json.code], [401, 'INVALID_SIGNATURE'])
  assert.deepEqual(await watch.of('message'), [])
  assert.equal((await tried(code('hush'))).status, 200)
  assert.equal((await watch.of('message')).length, 1)
  const { deliveries } = await ada.call(getWebhookDeliveries, { bot_id: id })
  assert.match(deliveries[1]?.problem ?? '', /signature or secret is wrong/)
  assert.deepEqual(
    deliveries.map(({ integration }) => integration),
    ['github', 'github', 'github', 'github'],
  )
  assert.ok(!JSON.stringify(await ada.call(getBots)).includes('hush'))
  await cleo.refused(api.setBotIntegration, { bot_id: id, integration: 'github', secret: '' }, noSuchBot)
  await ada.refused(api.setBotIntegration, { bot_id: id, integration: 'nothing', secret: '' }, api.noSuchIntegration)
  await ada.call(api.setBotIntegration, { bot_id: id, integration: 'github', secret: '' })
  assert.equal((await tried('')).status, 200)
})

test("repeating a signed post doesn't send a second message", async ({ society, ada }) => {
  const { id, key } = await makeHook(ada)
  await ada.call(api.setBotIntegration, { bot_id: id, integration: 'github', secret: 'hush' })
  const watch = await ada.register('message')
  const posted = (zen: string) => {
    const body = JSON.stringify({ zen, repository: { full_name: 'grove/orchard' } })
    const code = createHmac('sha256', 'hush').update(body).digest('hex')
    const headers = { 'x-github-event': 'ping', 'x-hub-signature-256': `sha256=${code}` }
    return post(society, { name: 'github', query: { api_key: key }, body, headers })
  }
  const replies = await Promise.all([posted('One'), posted('One'), posted('Two')])
  assert.deepEqual(
    [...replies, await posted('One')].map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.equal((await watch.of('message')).length, 2)
  const { deliveries } = await ada.call(getWebhookDeliveries, { bot_id: id })
  assert.deepEqual(deliveries.map(({ left_out }) => left_out).sort(), ['', '', 'repeated', 'repeated'])
  // a day later it is sent again
  society.server.clock.advance(25 * 3_600_000)
  await forgetPosts.run(society.org, society.server.runtime, () => true)
  await posted('One')
  assert.equal((await watch.of('message')).length, 3)
})

test('repeating a post with a weaker signature or other headers sends no second message', async ({ society, ada }) => {
  const { id, key } = await makeHook(ada)
  await ada.call(api.setBotIntegration, { bot_id: id, integration: 'github', secret: 'hush' })
  const watch = await ada.register('message')
  const body = JSON.stringify({ zen: 'One', repository: { full_name: 'grove/orchard' } })
  const code = (algorithm: string) => createHmac(algorithm, 'hush').update(body).digest('hex')
  const strong = { 'x-hub-signature-256': `sha256=${code('sha256')}` }
  const weak = { 'x-hub-signature': `sha1=${code('sha1')}` }
  const tried: Record<string, string>[] = [
    { ...strong, ...weak },
    strong,
    weak,
    { ...strong, 'x-hub-signature': 'sha1=another' },
    { 'x-hub-signature-256': `sha256=${code('sha256').toUpperCase()}` },
  ]
  for (const headers of tried) {
    const all = { 'x-github-event': 'ping', ...headers }
    const { status } = await post(society, { name: 'github', query: { api_key: key }, body, headers: all })
    assert.equal(status, 200, JSON.stringify(headers))
  }
  assert.equal((await watch.of('message')).length, 1)
})

test('secrets are encrypted in the database, including those of an older server', async ({ society, ada }) => {
  const { id, key } = await makeHook(ada)
  await ada.call(api.setBotIntegration, { bot_id: id, integration: 'gitlab', secret: 'hush hush' })
  const stored = async () => {
    const [row] = await society.org.db.read((tx) =>
      raw<{ text: string }>(tx, 'select bot_settings::text as text from account where id = $1', [id]),
    )
    return row?.text ?? ''
  }
  assert.match(await stored(), /"sealed"/)
  assert.ok(!(await stored()).includes('hush'))
  const tried = async (token: string) =>
    (await post(society, { name: 'gitlab', query: { api_key: key }, body: {}, headers: { 'x-gitlab-token': token } }))
      .status
  assert.deepEqual([await tried('hush hush'), await tried('other')], [200, 401])

  const bot = society.org.get(peopleCache).byId.get(id) as Account
  const older = { ...bot.botSettings, integrations: { gitlab: { secret: 'of old' } } }
  await society.org.transact(null, (mutation) => storeBotSettings(mutation, bot, older))
  assert.deepEqual([await tried('of old'), await tried('hush hush')], [200, 401])
  await sealSecrets.run(society.org, society.server.runtime, () => true)
  assert.ok(!(await stored()).includes('of old'))
  assert.deepEqual([await tried('of old'), await tried('hush hush')], [200, 401])

  // encrypted with another key, as after a restore without it: refused, never accepted unsigned
  const after = society.org.get(peopleCache).byId.get(id) as Account
  const foreign = { ...after.botSettings, integrations: { gitlab: { sealed: 'A'.repeat(60) } } }
  await society.org.transact(null, (mutation) => storeBotSettings(mutation, after, foreign))
  assert.deepEqual([await tried('of old'), await tried('')], [401, 401])
})

test('a build of Travis is accepted if its key has signed it', async ({ society, ada }) => {
  const { id, key } = await makeHook(ada)
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  await ada.refused(api.setBotIntegration, { bot_id: id, integration: 'travis', secret: 'hush' }, api.badSecret)
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
  await ada.call(api.setBotIntegration, { bot_id: id, integration: 'travis', secret: pem })
  const payload = JSON.stringify((await firstOf('travis'))?.payload)
  const signature = sign('sha1', Buffer.from(payload), privateKey).toString('base64')
  const tried = async (text: string, headers: Record<string, string>) =>
    post(society, {
      ...{ name: 'travis', query: { api_key: key }, type: 'application/x-www-form-urlencoded', headers },
      body: new URLSearchParams({ payload: text }).toString(),
    })
  const watch = await ada.register('message')
  assert.equal((await tried(payload, {})).status, 401)
  assert.equal((await tried(payload.replace('118', '119'), { signature })).status, 401)
  assert.deepEqual(await watch.of('message'), [])
  assert.equal((await tried(payload, { signature })).status, 200)
  assert.match((await last(ada))?.content ?? '', /Build #118.*\*\*broken\*\*/)
})
