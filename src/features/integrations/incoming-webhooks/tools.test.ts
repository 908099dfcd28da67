import { mustBeMember } from '#contract'
import { queueKeyOf } from '#platform/fair-queues'
import { watchThreads } from '#platform/threads'
import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { raw } from '../../../../test/harness/files.ts'
import { noSuchBot } from '../../people/users/errors.ts'
import { getWebhookDeliveries } from '../outgoing-webhooks/deliveries/api.ts'
import * as api from './api.ts'
import { firstOf, last, makeHook, post } from './fixture.ts'
import { catalogue } from './tools/catalogue.ts'

test('each tool posts its samples at its own URL, as JSON or as a form', async ({ society, ada }) => {
  await makeChannel(society.org, 'ops', [ada])
  const { key } = await makeHook(ada)
  for (const [name, tool] of catalogue) {
    const { headers = {}, payload, form } = (await firstOf(name)) ?? { payload: {} }
    const text = JSON.stringify(payload)
    const body =
      form === 'field'
        ? String(new URLSearchParams({ payload: text }))
        : form === 'fields'
          ? String(new URLSearchParams(payload as Record<string, string>))
          : text
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const reply = await post(society, { name, query: { api_key: key, stream: 'ops' }, body, headers, type })
    assert.deepEqual(reply.json, { result: 'success', msg: '' }, `${name}: ${reply.text}`)
    assert.ok((await last(ada))?.client.endsWith('Webhook'), tool.name)
  }
})

test("a tool's message goes to the URL's destination, else to the owner", async ({ society, ada, ben }) => {
  await makeChannel(society.org, 'ops', [ada, ben])
  const { key } = await makeHook(ben)
  const sample = await firstOf('alertmanager')
  const body = sample?.payload as object
  await post(society, { name: 'alertmanager', query: { api_key: key, stream: 'ops' }, body })
  assert.deepEqual(
    [(await last(ada))?.subject, (await last(ada))?.client],
    ['DiskFull', 'PrometheusAlertmanagerWebhook'],
  )
  await post(society, { name: 'alertmanager', query: { api_key: key, stream: 'ops', topic: 'alerts' }, body })
  assert.equal((await last(ada))?.subject, 'alerts')
  await post(society, { name: 'alertmanager', query: { api_key: key }, body })
  assert.equal((await last(ben))?.type, 'private')
})

test('only events that a URL asks for become messages', async ({ society, ada }) => {
  await makeChannel(society.org, 'ops', [ada])
  const { id, key } = await makeHook(ada)
  const watch = await ada.register('message')
  const push = {
    ref: 'refs/heads/dry',
    commits: [{ id: 'abc', message: 'x' }],
    repository: { name: 'o' },
    sender: { login: 'ada' },
  }
  const tries: [query: Record<string, string>, event: string, isSaid: boolean][] = [
    [{ only_events: 'push,issues' }, 'push', true],
    [{ only_events: '["pull_*","push"]' }, 'push', true],
    [{ only_events: 'pull_*' }, 'push', false],
    [{ exclude_events: 'pu*' }, 'push', false],
    [{ exclude_events: 'star' }, 'push', true],
    [{ branches: 'main, release/*' }, 'push', false],
    [{ branches: 'd*' }, 'push', true],
  ]
  for (const [query, event] of tries) {
    const reply = await post(society, {
      name: 'github',
      query: { api_key: key, stream: 'ops', ...query },
      body: push,
      headers: { 'x-github-event': event },
    })
    assert.equal(reply.status, 200, reply.text)
  }
  assert.equal((await watch.of('message')).length, tries.filter(([, , isSaid]) => isSaid).length)
  const { deliveries } = await ada.call(getWebhookDeliveries, { bot_id: id })
  assert.deepEqual(
    deliveries.map(({ left_out, event, integration }) => [integration, event, left_out]).reverse(),
    [['', ''], ['', ''], ['filtered'], ['filtered'], [''], ['quiet'], ['']].map(([leftOut]) => [
      'github',
      'push',
      leftOut,
    ]),
  )
})

test('unknown events are accepted, counted by name, and shown to the owner', async ({ society, ada, cleo }) => {
  const { id, key } = await makeHook(ada)
  const watch = await ada.register('message')
  for (const event of ['orchid', 'orchid', 'fern'])
    assert.equal(
      (await post(society, { name: 'github', query: { api_key: key }, body: {}, headers: { 'x-github-event': event } }))
        .status,
      200,
    )
  assert.deepEqual(await watch.of('message'), [])
  const { unknown_events } = await ada.call(api.getBotIntegrations, { bot_id: id })
  assert.deepEqual(unknown_events.map(({ integration, event, count }) => [integration, event, count]).sort(), [
    ['github', 'fern', 1],
    ['github', 'orchid', 2],
  ])
  await cleo.refused(api.getBotIntegrations, { bot_id: id }, noSuchBot)
  await ada.call(api.removeBotIntegration, { bot_id: id, integration: 'github' })
  assert.deepEqual((await ada.call(api.getBotIntegrations, { bot_id: id })).unknown_events, [])
})

test('names of unknown events are limited, and further ones are counted together', async ({ society, ada }) => {
  const { id, key } = await makeHook(ada)
  for (let at = 0; at < 103; at++)
    await post(society, {
      name: 'gitlab',
      query: { api_key: key },
      body: { object_kind: `${'x'.repeat(300)}${at}`.slice(at) },
    })
  const { unknown_events } = await ada.call(api.getBotIntegrations, { bot_id: id })
  assert.ok(unknown_events.length <= 101 && unknown_events.every(({ event }) => event.length <= 100))
})

test("a bot's administrators are notified when its integration settings change", async ({ ada }) => {
  const { id } = await makeHook(ada)
  const watch = await ada.register('realm_bot')
  await ada.call(api.setBotIntegration, { bot_id: id, integration: 'forgejo', secret: 'hush' })
  await ada.call(api.setBotIntegration, { bot_id: id, integration: 'gitea', secret: 'hush 2' })
  await watch.agreesWithFreshRegister()
  await ada.call(api.removeBotIntegration, { bot_id: id, integration: 'gitea' })
  await watch.agreesWithFreshRegister()
})

test('verification requests of tools are answered', async ({ society, ada }) => {
  const { id, key } = await makeHook(ada)
  const query = { api_key: key }
  const asked = await post(society, { name: 'asana', query, body: {}, headers: { 'x-hook-secret': 'agreed' } })
  assert.deepEqual([asked.status, asked.headers['x-hook-secret']], [200, 'agreed'])
  assert.equal((await post(society, { name: 'asana', query, body: { events: [] } })).status, 401)
  await post(society, { name: 'notion', query, body: { verification_token: 'secret_tMrl' } })
  assert.match((await last(ada))?.content ?? '', /`secret_tMrl`/)
  assert.equal((await post(society, { name: 'trello', query, body: '', method: 'GET' })).status, 200)
  assert.equal((await post(society, { name: 'github', query, body: '', method: 'GET' })).status, api.postsOnly.status)
  const { deliveries } = await ada.call(getWebhookDeliveries, { bot_id: id })
  assert.equal(deliveries.filter(({ succeeded }) => succeeded).length, 2)
})

test('an invalid body is refused with the reason', async ({ society, ada }) => {
  const { key } = await makeHook(ada)
  const query = { api_key: key }
  let deep = '1'
  for (let level = 0; level < 100; level++) deep = `[${deep}]`
  const refused: [body: string, type: string, status: number, words: RegExp][] = [
    ['', 'application/json', 400, /there is none/],
    ['{"a":', 'application/json', 400, /Malformed JSON/],
    ['<event/>', 'application/xml', 400, /Malformed JSON/],
    ['', 'application/x-www-form-urlencoded', 400, /there is none/],
    ['payload=x', 'application/x-www-form-urlencoded', 400, /Malformed JSON/],
    ['--x--', 'multipart/form-data; boundary=x', 400, /.+/],
    [deep, 'application/json', 400, /nested too deeply/],
    ['{"a":"\\u0000"}', 'application/json', 400, /null bytes/],
    [JSON.stringify({ a: 'x'.repeat(5 * 2 ** 20) }), 'application/json', 413, /too large/],
  ]
  for (const [body, type, status, words] of refused) {
    const reply = await post(society, { name: 'helloworld', query, body, type })
    assert.equal(reply.status, status, `${body.slice(0, 40)}: ${reply.text}`)
    assert.match(String(reply.json.msg), words)
  }
  for (const body of ['1', '"x"', '[]', 'null', '[[[]]]']) {
    const reply = await post(society, { name: 'github', query, body })
    assert.ok(reply.status === 200 || reply.status === 400, reply.text)
  }
  assert.equal((await post(society, { name: 'nothing', query, body: {} })).json.msg, api.noSuchIntegration.message)
})

test("fields of a posted form aren't used as parameters of the URL", async ({ society, ada, ben }) => {
  await makeChannel(society.org, 'ops', [ada, ben])
  const { key } = await makeHook(ada)
  const body = 'hook=publish_post&post_title=Plums&stream=nowhere&topic=other&api_key=x'
  const reply = await post(society, {
    name: 'wordpress',
    query: { api_key: key, stream: 'ops' },
    body,
    type: 'application/x-www-form-urlencoded',
  })
  assert.equal(reply.status, 200, reply.text)
  assert.equal((await last(ben))?.subject, 'posts')
})

test('a template formats any payload, and can be previewed', async ({ society, ada }) => {
  const { id, key } = await makeHook(ada)
  const payload = { who: 'Cleo @**all**', items: [{ n: 2 }, { n: 3 }], url: 'https://x.example/a)b' }
  const text_template =
    '{{ who }} has {{ items.size }}: {{ "see" | link: url }}{% for i in items %}\n* {{ i.n }}{% endfor %}'
  const seen = await ada.call(api.previewTemplate, { topic_template: '{{who}}', text_template, payload })
  assert.equal(seen.content, 'Cleo @\u200b*\u200b*all*\u200b* has 2: [see](https://x.example/a%29b)\n* 2\n* 3')
  assert.match(seen.rendered, /<a href="https:\/\/x\.example/)
  await ada.call(api.setBotIntegration, {
    bot_id: id,
    integration: 'generic',
    text_template,
    topic_template: '{{who}}',
  })
  await post(society, { name: 'generic', query: { api_key: key }, body: payload })
  assert.equal((await last(ada))?.content, seen.content)
  await ada.refused(api.setBotIntegration, { bot_id: id, integration: 'github', text_template }, api.noTemplates)
  for (const bad of ['{{ a', '{% for %}', '{{ a | nothing }}', '{% include "x" %}{% render "/etc/passwd" %}'])
    await ada.refused(api.previewTemplate, { text_template: bad, payload: {} })
})

const endless =
  '{% for a in list %}{% for b in list %}{% for c in list %}{% for d in list %}{{ b }}{% endfor %}{% endfor %}{% endfor %}{% endfor %}'
const list = Array.from({ length: 300 }, () => '')

test('template time is charged to the person or bot that owns the template', async ({ society, ada, ben }) => {
  const charged = new Set<string>()
  const unwatch = watchThreads((queueKey) => charged.add(queueKey))
  const queueKeyOfUser = (id: number) => queueKeyOf(society.org.id, id)
  const { id, key } = await makeHook(ada)
  const settings = { bot_id: id, integration: 'generic', text_template: endless }
  await ada.call(api.setBotIntegration, settings)
  assert.ok(charged.has(queueKeyOfUser(ada.id)))
  charged.clear()
  const tried = await ben.refused(api.previewTemplate, { text_template: endless, payload: { list } }, api.badTemplate)
  assert.match(tried.message, /takes too long/)
  assert.deepEqual([...charged], [queueKeyOfUser(ben.id)])
  charged.clear()
  // a payload that the template fails on is shown as it is
  const { status } = await post(society, { name: 'generic', query: { api_key: key }, body: { list } })
  assert.equal(status, 200)
  assert.ok(charged.has(queueKeyOfUser(id)))
  assert.match((await last(ada))?.content ?? '', /```json/)
  unwatch()
})

test('an endless template delays only its author', async ({ ada, ben }) => {
  let isOver = false
  const attack = Promise.all(
    Array.from({ length: 3 }, () =>
      ada.refused(api.previewTemplate, { text_template: endless, payload: { list } }, api.badTemplate),
    ),
  ).finally(() => {
    isOver = true
  })
  let answers = 0
  for (; !isOver; answers++) await ben.call(api.getIntegrations)
  await attack
  assert.ok(answers > 1)
  const { content } = await ben.call(api.previewTemplate, { text_template: '{{ a }}', payload: { a: 1 } })
  assert.equal(content, '1')
})

test('only members can preview templates', async ({ gus, ben }) => {
  await gus.refused(api.previewTemplate, { text_template: 'x', payload: {} }, mustBeMember)
  await ben.call(api.previewTemplate, { text_template: 'x', payload: {} })
})

test("a template's output counts toward its limit, captured or shown", async ({ ada }) => {
  const text = 'x'.repeat(5_000)
  const rows = Array.from({ length: 100 }, () => 1)
  for (const text_template of [
    `{% for a in rows %}${text}{% endfor %}`,
    `{% capture b %}{% for a in rows %}${text}{% endfor %}{% endcapture %}`,
    '{% for a in rows %}{% for b in rows %}{{ payload }}{% endfor %}{% endfor %}',
  ]) {
    const { message } = await ada.refused(api.previewTemplate, { text_template, payload: { rows } }, api.badTemplate)
    assert.match(message, /memory alloc limit|takes too long/)
  }
  const long = await ada.call(api.previewTemplate, {
    text_template: `{% for a in rows %}${'x'.repeat(1_000)}{% endfor %}`,
    payload: { rows },
  })
  assert.equal(long.content.length, 10_000)
  const payload = { text: 'x'.repeat(1_000_000) }
  const large = await ada.refused(api.previewTemplate, { text_template: '{{ a }}', payload }, api.badTemplate)
  assert.match(large.message, /payload is too large/)
})

test('a template that takes too long or outputs too much is stopped', async ({ ada }) => {
  const nested =
    '{% for a in (1..9999) %}{% for b in (1..9999) %}{% for c in (1..9999) %}x{% endfor %}{% endfor %}{% endfor %}'
  for (const text_template of [
    nested,
    '{% for a in (1..999999999) %}x{% endfor %}',
    `{% assign a = "x" %}${'{% assign a = a | append: a %}'.repeat(60)}{{ a }}`,
  ])
    await ada.refused(api.previewTemplate, { text_template, payload: {} })
  const { content } = await ada.call(api.previewTemplate, {
    text_template: '{{ constructor }}{{ payload.__proto__.x }}{{ a.toString }}',
    payload: { a: {} },
  })
  assert.equal(content, '')
})

test('samples of every integration are listed and can be posted', async ({ ada, ben }) => {
  const { id } = await makeHook(ben)
  const { integrations } = await ada.call(api.getIntegrations)
  assert.equal(integrations.length, catalogue.size)
  const github = integrations.find(({ name }) => name === 'github')
  assert.ok(github?.samples.includes('issue opened') && github.events.some(({ name }) => name === 'push'))
  await ben.call(api.testIncomingWebhook, { bot_id: id, integration: 'github', sample: 'issue opened' })
  assert.match((await last(ben))?.content ?? '', /opened issue \[#42/)
  await ben.refused(api.testIncomingWebhook, { bot_id: id, integration: 'github', sample: 'nothing' }, api.noSuchSample)
  await ben.refused(api.testIncomingWebhook, { bot_id: id, integration: 'nothing' }, api.noSuchIntegration)
})

test('Zapier connects with a bot and gets its name, without a message', async ({ society, ada }) => {
  const { id, key } = await makeHook(ada)
  const { user } = (await ada.send('GET', `/users/${id}`)) as { user: { full_name: string; email: string } }
  const bot = { full_name: user.full_name, email: user.email, id }
  const watch = await ada.register('message')
  const reply = await post(society, { name: 'zapier', query: { api_key: key }, body: { type: 'auth' } })
  assert.deepEqual(reply.json, { result: 'success', msg: '', ...bot })
  assert.equal((await watch.of('message')).length, 0)
})

test('errors that public clients recognize by their text have exactly that text', async ({ society, ada }) => {
  const { id, key } = await makeHook(ada)
  const { user } = (await ada.send('GET', `/users/${id}`)) as { user: { email: string } }
  const authorization = `Basic ${btoa(`${user.email}:${key}`)}`
  const { json } = await raw(ada.server, society.org, '/api/v1/users/me', { headers: { authorization } })
  assert.equal(json.msg, 'This API is not available to incoming webhook bots.')
  const gone = await ada.refusedRaw('GET', '/events', { queue_id: '1-2', last_event_id: -1 })
  assert.match(gone.message, /^Bad event queue id:/)
})
