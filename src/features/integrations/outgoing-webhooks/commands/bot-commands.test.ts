import { assert, type Person } from '#test'
import { joinChannel, makeChannel } from '../../../../../test/harness/channel.ts'
import { automate, onCommand, reply } from '../../../automations/automations/fixture.ts'
import { updateChannel } from '../../../channels/channels/api.ts'
import { cannotPost } from '../../../messages/messages/api/send.ts'
import { slowMode } from '../../../messages/messages/slow-mode/errors.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { deactivateUser } from '../../../people/users/api.ts'
import { createBot } from '../../../people/users/bot-api.ts'
import { noSuchBot } from '../../../people/users/errors.ts'
import { notThatKind } from '../api.ts'
import { deliver, makeHook, test } from '../fixture.ts'
import * as api from './api.ts'
import * as errors from './errors.ts'
import { maxCallsPerHour } from './limits.ts'

test.beforeEach(({ server }) => server.clock.set(new Date('2026-11-30T12:00:00Z')))
test.afterEach(({ server }) => server.clock.release())

const commandsOf = async (person: Person) =>
  ((await person.register('slash_commands')).initial.slash_commands as { command: string; bot_id: number }[]).map(
    ({ command, bot_id }) => [command, bot_id],
  )

const formOf = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body))

test('entering a command posts Slack’s payload and sends the response where it belongs', async ({
  ada,
  ben,
  server,
  society,
  web,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const hook = await makeHook(ada, web.url)
  await ada.call(api.setBotCommands, { bot_id: hook.id, commands: [{ command: 'deploy', hint: 'Environment' }] })
  const inbox = await ben.register('message')
  const adas = await ada.register('message')
  const call = { bot_id: hook.id, command: 'deploy', stream_id: lunch, topic: 'releases' }
  web.answer = () => ({ text: 'Deploying **now**', response_type: 'in_channel' })
  await ben.call(api.callBotCommand, { ...call, text: 'production @**all**' })
  await deliver(server)
  const form = formOf(web.requests[0]?.body)
  assert.equal(web.requests[0]?.headers['content-type'], 'application/x-www-form-urlencoded')
  assert.deepEqual(
    [form.command, form.text, form.user_id, form.user_name, form.channel_id, form.channel_name, form.team_id],
    ['/deploy', 'production @**all**', `U${ben.id}`, 'Ben', `C${lunch}`, 'lunch', `T${society.org.id}`],
  )
  assert.ok(form.token && form.trigger_id && form.team_domain && form.response_url?.includes('/external/bot_command?'))
  web.answer = () => ({ text: 'Only for you' })
  await ben.call(api.callBotCommand, call)
  await deliver(server)
  web.answer = (_request, response) => void response.end('Plain text')
  await ben.call(api.callBotCommand, call)
  await deliver(server)
  web.answer = () => ({})
  await ben.call(api.callBotCommand, call)
  await deliver(server)
  const received = async (watch: typeof inbox) =>
    (await watch.of('message')).map(({ message }) => {
      const { type, content, sender_id } = message as { type: string; content: string; sender_id: number }
      return [type, content, sender_id]
    })
  assert.deepEqual(await received(inbox), [
    ['stream', '<p>Deploying <strong>now</strong></p>', hook.id],
    ['private', '<p>Only for you</p>', hook.id],
    ['private', '<p>Plain text</p>', hook.id],
  ])
  assert.equal((await received(adas)).length, 1)
  assert.equal(web.requests.length, 4)
})

test('a message that begins with the command does the same', async ({ ada, ben, server, society, web }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
  const hook = await makeHook(ada, web.url)
  await ada.call(api.setBotCommands, { bot_id: hook.id, commands: [{ command: 'deploy' }] })
  await ben.sends('/Deploy production', { channel: lunch, topic: 'releases' })
  await ben.sends('/deployments', { channel: lunch, topic: 'releases' })
  await ben.sends('please /deploy', { channel: lunch, topic: 'releases' })
  await ben.sends('/deploy secret', { channel: council, topic: 'plans' })
  await ben.sends('/deploy secret', ada)
  await deliver(server)
  assert.deepEqual(
    web.requests.map(({ body }) => [formOf(body).command, formOf(body).text]),
    [['/deploy', 'production']],
  )
  await ben.sends('/deploy later', { channel: lunch, topic: 'releases' })
  await ada.call(updateChannel, { stream_id: lunch, is_private: true })
  await deliver(server)
  assert.equal(web.requests.length, 1)
})

test('a bot responds later up to five times within 30 minutes', async ({ ada, ben, server, society, web }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const hook = await makeHook(ada, web.url)
  await ada.call(api.setBotCommands, { bot_id: hook.id, commands: [{ command: 'deploy' }] })
  const inbox = await ben.register('message')
  const enter = async () => {
    await ben.call(api.callBotCommand, { bot_id: hook.id, command: 'deploy', stream_id: lunch, topic: 'releases' })
    await deliver(server)
    return new URL(formOf(web.requests.at(-1)?.body).response_url ?? '')
  }
  const respond = async (url: URL, body: object) => {
    const response = await server.http.inject({
      method: 'POST',
      url: `${url.pathname}${url.search}`,
      headers: { host: url.host, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    return response.statusCode
  }
  const url = await enter()
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push(await respond(url, { text: `Step ${n}`, response_type: 'in_channel' }))
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 404])
  assert.equal((await inbox.of('message')).length, 5)
  const late = await enter()
  server.clock.advance(31 * 60_000)
  assert.equal(await respond(late, { text: 'Too late' }), 404)
  late.searchParams.set('token', 'x'.repeat(60))
  assert.equal(await respond(late, { text: 'Wrong' }), 404)
  const fresh = await enter()
  await ada.call(deactivateUser, { user_id: hook.id })
  assert.equal(await respond(fresh, { text: 'Gone' }), 404)
  assert.equal((await inbox.of('message')).length, 5)
})

test('a failed call is retried and reported to the owner', async ({ ada, ben, server, society, web }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const hook = await makeHook(ada, web.url)
  await ada.call(api.setBotCommands, { bot_id: hook.id, commands: [{ command: 'deploy' }] })
  const call = { bot_id: hook.id, command: 'deploy', stream_id: lunch, topic: 'releases' }
  const inbox = await ada.register('message')
  web.answer = (_request, response) => {
    response.statusCode = web.requests.length === 1 ? 503 : 200
    response.end('Deployed')
  }
  await ben.call(api.callBotCommand, call)
  await deliver(server)
  server.clock.advance(6_000)
  await deliver(server)
  assert.equal(web.requests.length, 2)
  web.answer = (_request, response) => {
    response.statusCode = 404
    response.end()
  }
  await ben.call(api.callBotCommand, call)
  await deliver(server)
  assert.match(JSON.stringify((await inbox.of('message')).at(-1)?.message), /404/)
})

test('owners and administrators set commands, which everyone sees', async ({ ada, ben, cleo, web }) => {
  const hook = await makeHook(ben, web.url)
  const other = await makeHook(ada, web.url, { name: 'Shuttle' })
  const queues = await Promise.all([ada, cleo].map((person) => person.register()))
  const set = { bot_id: hook.id, commands: [{ command: 'deploy', hint: 'Environment' }, { command: 'build' }] }
  await ben.call(api.setBotCommands, set)
  assert.deepEqual(await commandsOf(cleo), [
    ['build', hook.id],
    ['deploy', hook.id],
  ])
  await ada.call(api.setBotCommands, { ...set, commands: [{ command: 'ship' }, { command: 'build' }] })
  await automate(ada, { trigger: onCommand('menu'), steps: [reply('Soup')] })
  for (const queue of queues) await queue.agreesWithFreshRegister()
  const refusal = async (person: Person, bot_id: number, ...commands: string[]) =>
    (
      await person.refusedRaw('PUT', `/bots/${bot_id}/commands`, {
        commands: commands.map((command) => ({ command })),
      })
    ).message
  const isTaken = (command: string) => `The command /${command} is already in use. Choose another one.`
  assert.equal(await refusal(ada, other.id, 'x', 'ship'), isTaken('ship'))
  assert.equal(await refusal(ada, other.id, 'menu'), isTaken('menu'))
  assert.equal(await refusal(ada, other.id, 'x', 'x'), 'Invalid commands[1].command: is listed twice')
  assert.match(await refusal(ada, other.id, 'me'), /is a built-in command/)
  assert.match(await refusal(ada, other.id, 'Two words'), /^Invalid commands/)
  assert.match(await refusal(ada, other.id, ...Array.from({ length: 11 }, (_, n) => `x${n}`)), /^Invalid commands/)
  await cleo.refused(api.setBotCommands, set, noSuchBot)
  await ben.refused(api.setBotCommands, { ...set, bot_id: other.id }, noSuchBot)
  const { user_id } = await ada.call(createBot, { full_name: 'Weft', short_name: 'weft' })
  await ada.refused(api.setBotCommands, { ...set, bot_id: user_id }, notThatKind)
  const taken = await ada.refusedRaw('POST', '/automations', {
    ...{ name: 'Ship', trigger: onCommand('ship'), steps: [reply('Hi')] },
  })
  assert.equal(taken.message, isTaken('ship'))
  await ada.call(deactivateUser, { user_id: hook.id })
  for (const queue of queues) await queue.agreesWithFreshRegister()
  assert.deepEqual(
    (await commandsOf(cleo)).map(([command]) => command),
    ['menu'],
  )
})

test('people use commands only where they can post, and within limits', async ({
  ada,
  ben,
  cleo,
  server,
  society,
  web,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const news = await makeChannel(society.org, 'news', [ada, ben])
  const council = await makeChannel(society.org, 'council', [ada, ben], { invite_only: true })
  const hook = await makeHook(ada, web.url)
  const other = await makeHook(ada, web.url, { name: 'Shuttle' })
  await ada.call(api.setBotCommands, { bot_id: hook.id, commands: [{ command: 'deploy' }] })
  await ada.call(updateChannel, {
    stream_id: news,
    can_send_message_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
  })
  const call = { bot_id: hook.id, command: 'deploy', stream_id: lunch, topic: 'releases' }
  await ben.refused(api.callBotCommand, { ...call, stream_id: news }, cannotPost)
  await ben.refused(api.callBotCommand, { ...call, stream_id: council }, errors.notInThisChannel)
  await cleo.refused(api.callBotCommand, { ...call, stream_id: council })
  await ben.refused(api.callBotCommand, { ...call, command: 'build' }, errors.noSuchCommand)
  await ben.refused(api.callBotCommand, { ...call, bot_id: other.id }, errors.noSuchCommand)
  await ada.call(updateOrganization, { waiting_period_threshold: 3 })
  await ben.refused(api.callBotCommand, call, errors.newMembersCannotCall)
  await ada.call(updateOrganization, { waiting_period_threshold: 0 })
  for (let n = 0; n < maxCallsPerHour; n++) await ben.call(api.callBotCommand, call)
  await ben.refused(api.callBotCommand, call, errors.tooManyCalls)
  await ben.sends('/deploy', { channel: lunch, topic: 'releases' })
  await deliver(server)
  assert.equal(web.requests.length, maxCallsPerHour)
  await ada.call(updateChannel, { stream_id: lunch, slow_mode_seconds: 60 })
  await joinChannel(society.org, lunch, cleo)
  await cleo.call(api.callBotCommand, call)
  await cleo.refused(api.callBotCommand, call, slowMode)
})
