import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { projectRoot } from '#platform/config'
import { afterAll, assert, beforeAll } from '#test'
import { AttackedServer } from './attacked-server.ts'
import { success } from './client.ts'
import { Program } from './program.ts'

let server: AttackedServer

/** Installed by scripts/install-python-clients.sh. */
const python = join(projectRoot, '.cache/python-clients/bin')
const areInstalled = existsSync(join(python, 'zulip-term')) && existsSync(join(python, 'zulip-run-bot'))

beforeAll(async () => {
  if (areInstalled) server = await AttackedServer.start()
})

afterAll(() => server?.dispose())

test('the Python library, its bots, and the terminal client work', async ({ skip }) => {
  skip(!areInstalled, 'they are not installed: scripts/install-python-clients.sh does that')
  const folder = await mkdtemp(join(tmpdir(), 'loquat-clients-'))
  const account = async (email: string, key: string, more = '') => {
    const file = join(folder, `${email}.rc`)
    await writeFile(file, `[api]\nemail=${email}\nkey=${key}\nsite=${server.url}\n${more}`, { mode: 0o600 })
    return file
  }
  const cleo = await server.member('Cleo')
  const dora = await server.member('Dora')
  const bot = success(await server.owner.callEndpoint('/bots', 'POST', { full_name: 'Greeter', short_name: 'greeter' }))
  const { user_id: botId, email: botEmail } = success(
    await server.owner.callEndpoint(`/users/${bot.user_id}`, 'GET', {}),
  ).user as { user_id: number; email: string }
  const send = (to: number, content: string) =>
    server.owner.messages.send({ to: JSON.stringify([to]), type: 'private', content }).then(success)
  /** Waits for a reply to the owner from `from`, newer than message `since`. */
  const answered = async (from: number, since: number, text: string, patience: number) => {
    const narrow = [{ operator: 'dm', operand: [from] }]
    for (const until = Date.now() + patience; Date.now() < until; await pause(250)) {
      const around = { anchor: since, num_before: 0, num_after: 10, narrow, apply_markdown: false }
      const { messages } = success(await server.owner.messages.retrieve(around))
      const all = messages as { sender_id: number; content: string }[]
      if (all.some((one) => one.sender_id === from && one.content.includes(text))) return true
    }
    return false
  }
  await send(dora.userId, 'note 0')
  const library = new Program(
    join(python, 'python'),
    join(projectRoot, 'test/conformance/python/library.py'),
    await account(cleo.email, cleo.client.config.apiKey),
  )
  const terminal = new Program(
    join(python, 'python'),
    join(projectRoot, 'test/conformance/python/terminal.py'),
    join(python, 'zulip-term'),
    await account(dora.email, dora.client.config.apiKey, '\n[zterm]\nnotify=disabled\n'),
  )
  const greeter = new Program(
    join(python, 'zulip-run-bot'),
    'helloworld',
    '--config-file',
    await account(botEmail, String(bot.api_key)),
  )
  let round = 0
  const reading = async () => {
    const { id } = await send(dora.userId, `note ${++round}`)
    await terminal.ask({ see: `note ${round}`, to: 'Ada', reply: `answer ${round}` })
    assert.ok(await answered(dora.userId, Number(id), `answer ${round}`, 600_000))
  }
  const greeting = async () => {
    // it doesn't say when it starts to listen
    for (let tries = 0; tries < 100; tries++) {
      const { id } = await send(botId, 'hello')
      if (await answered(botId, Number(id), 'beep boop', 5_000)) return
    }
    assert.fail('the bot does not answer')
  }
  try {
    await terminal.ask({ see: 'note 0' })
    await greeting()
    await server.duringAttacks('Trudy', dora.email, async () => {
      await Promise.all([library.ask({}), reading(), greeting()])
    })
  } finally {
    await Promise.all([library, terminal, greeter].map((program) => program.end()))
    await rm(folder, { recursive: true, force: true })
  }
  assert.ok(round > 1)
}, 1_800_000)
