import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { assert, chance, RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import { message, smallExport, writeExport } from '../../src/features/data/imports/sources/zulip/fixture.ts'
import { fetchApiKey } from '../../src/features/people/users/key-api.ts'
import { program } from '../harness/command-processes.ts'

/** How often the process is killed; set more for longer runs. */
const rounds = Number(process.env.LOQUAT_CRASH_ROUNDS ?? 5)
const messages = 3_000
const owner = { email: 'ada@old.example', password: 'correct horse battery' }
/** Progress the command reports: it's killed some time after one of these. */
const phases = ['unpacking', 'people and channels', 'messages', 'messages', 'finishing']

test('an import that is killed and repeated imports everything once', async () => {
  const server = await RealServer.prepare()
  const parts = smallExport()
  const [first] = parts.messages
  for (let number = 0; number < messages; number++)
    first?.zerver_message?.push(message(100 + number, 1 + (number % 4), 101, `number ${number} of @**Ben|2**`))
  const { file, dispose } = await writeExport(parts)
  const args = [
    ...[...program, 'import', 'zulip', file, '--into', 'new', '--name', 'Society'],
    ...['--owner-name', 'Ada', '--owner-email', owner.email, '--owner-password', owner.password],
    ...['--data-dir', server.dataDir],
  ]
  const random = chance(1)
  /** Returns the exit code; undefined when it was killed. */
  const run = async (killAfter?: string): Promise<number | undefined> => {
    const child = spawn(process.execPath, args, { env: server.environment, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    let isKilled = false
    createInterface({ input: child.stderr }).on('line', async (line) => {
      said += `${line}\n`
      if (line !== killAfter || isKilled) return
      await pause(random() * 400)
      isKilled = child.kill('SIGKILL')
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== null && code !== 0) throw new Error(said)
    return code ?? undefined
  }
  try {
    let code: number | undefined
    for (let round = 0; round < rounds && code === undefined; round++) code = await run(phases[round % phases.length])
    // if it finished before the kill, nothing is left to resume
    if (code === undefined) code = await run()
    assert.equal(code, 0)
    await server.start()
    const anyone = new LoquatClient({ email: '', apiKey: '', transport: fetchTransport(server.url) })
    const { api_key } = await anyone.call(fetchApiKey, { username: owner.email, password: owner.password })
    const ada = new LoquatClient({ email: owner.email, apiKey: api_key, transport: fetchTransport(server.url) })
    const shown = (await ada.send('GET', '/messages', [
      ['anchor', 'oldest'],
      ['num_before', '0'],
      ['num_after', '5000'],
      ['narrow', '[{"operator":"channel","operand":"general"}]'],
      ['apply_markdown', 'false'],
    ])) as { messages: { content: string; flags: string[] }[] }
    const numbers = shown.messages.flatMap(({ content }) => /^number (\d+) /.exec(content)?.[1] ?? [])
    assert.deepEqual(
      numbers,
      Array.from({ length: messages }, (_, number) => String(number)),
    )
    assert.ok(shown.messages.every(({ flags }) => flags.includes('read')))
    const { members } = (await ada.send('GET', '/users')) as { members: { full_name: string; is_bot: boolean }[] }
    const people = members.filter(({ is_bot }) => !is_bot).map(({ full_name }) => full_name)
    assert.deepEqual(people.sort(), ['Ada', 'Ben', 'Cleo', 'Gus'])
  } finally {
    await server.dispose()
    await dispose()
  }
}, 3_600_000)
