import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { projectRoot } from '#platform/config'
import { afterAll, assert, beforeAll, RealServer } from '#test'
import { connect, type PublicClient, success } from './client.ts'
import { Program } from './program.ts'

/** Built by scripts/install-rust-client.sh: a program that uses the public API's Rust library. */
const program = join(projectRoot, '.cache/rust-client/debug/client')
const isInstalled = existsSync(program)

let server: RealServer
let ada: PublicClient

beforeAll(async () => {
  if (!isInstalled) return
  server = await RealServer.prepare()
  const { email, apiKey } = await server.createOrganization()
  await server.start()
  ada = await connect({ realm: server.url, username: email, apiKey })
})
afterAll(() => server?.dispose())

test('a program with the Rust library sends, reads, edits, reacts, and deletes', async ({ skip }) => {
  skip(!isInstalled, 'it is not built: scripts/install-rust-client.sh does that, where Rust and its library can be had')
  success(await ada.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'burrows' }]) }))
  const made = success(await ada.callEndpoint('/bots', 'POST', { full_name: 'Digger', short_name: 'digger' }))
  const { email } = success(await ada.callEndpoint(`/users/${made.user_id}`, 'GET', {})).user as { email: string }
  const digger = new Program(program, `[api]\nemail=${email}\nkey=${made.api_key}\nsite=${server.url}\n`)
  const ask = async (...words: (string | number)[]) => {
    digger.say(words.join('\t'))
    return digger.hear()
  }
  const messages = async () => {
    // the library prints the path that it asks
    assert.match(await ask('get', 'stream', 'burrows'), /^\/api\/v1\/messages\?/)
    return digger.hear()
  }
  try {
    assert.equal(await digger.hear(), 'ready')
    const sent = await ask('stream', 'burrows', 'deep & wide', 'Tunnels = 100 % "deep" ☕')
    const id = Number(/^Success \{ id: (\d+), msg: "" \}$/.exec(sent)?.[1])
    assert.ok(id > 0, sent)
    assert.match(
      await ask('private', 'not-a-member@example.com', 'x'),
      /^Error \{ code: "BAD_REQUEST", msg: "Invalid email/,
    )
    assert.equal(await ask('react', id, 'octopus'), 'Success')
    const seen = await messageOf(id)
    assert.deepEqual([seen.subject, seen.content], ['deep & wide', 'Tunnels = 100 % "deep" ☕'])
    const read = await messages()
    assert.match(read, new RegExp(`id: ${id}, is_me_message: false, reactions: \\[Reaction \\{ [^}]*"octopus"`))
    assert.equal(await ask('edit', id, 'deeper', 'Tunnels = 200 %'), 'Success')
    const edited = await messageOf(id)
    assert.deepEqual([edited.subject, edited.content], ['deeper', 'Tunnels = 200 %'])
    assert.match(await messages(), /last_edit_timestamp: Some\(\d+\)/)
    assert.equal(await ask('delete', id), 'Success')
    assert.match(await ask('delete', id), /^Error\(.*code: "BAD_REQUEST", msg: "Invalid message\(s\)"/)
  } finally {
    await digger.end()
  }
})

async function messageOf(id: number): Promise<{ subject: string; content: string }> {
  const { message } = success(await ada.callEndpoint(`/messages/${id}`, 'GET', { apply_markdown: false }))
  return message as { subject: string; content: string }
}
