import { spawn } from 'node:child_process'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { ApiError } from '#contract'
import { projectRoot } from '#platform/config'
import { assert, RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import { PostgresServer, programs } from '../outages/postgres.ts'

interface Owner {
  email: string
  apiKey: string
  userId: number
}

/** Copies the database with the command, and returns its exit code and output. */
function copy(from: string, to: string): Promise<{ code: number | null; lines: string[] }> {
  const { LOQUAT_TEST_DATABASE_URL: _, ...env } = process.env
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'bin/loquat'), 'database', 'copy', '--from', from, '--to', to],
    {
      env,
    },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      text += part
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, lines: text.trim().split('\n') })))
}

/** Someone who sends one message after another and polls one queue, whatever happens to the server. */
class Writer {
  readonly #owner: Owner
  url: string
  readonly acknowledged: string[] = []
  readonly heard: string[] = []
  #queue: { id: string; last: number } | undefined
  #isOver = false
  #isAllWritten = false
  #writing: Promise<void> = Promise.resolve()
  #listening: Promise<void> = Promise.resolve()

  constructor(owner: Owner, url: string) {
    this.#owner = owner
    this.url = url
  }

  async begin(): Promise<void> {
    const answer = await this.#call('POST', '/register', { event_types: ['message'], apply_markdown: false })
    this.#queue = { id: answer.queue_id as string, last: answer.last_event_id as number }
    this.#writing = this.#write()
    this.#listening = this.#listen()
  }

  /** Waits until everything sent so far, and some more, is acknowledged and received. */
  async goesOn(): Promise<void> {
    const enough = this.acknowledged.length + 3
    const going = async () => {
      while (this.acknowledged.length < enough || this.heard.length < enough) await pause(50)
    }
    await Promise.race([going(), Promise.all([this.#writing, this.#listening])])
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#writing
    this.#isAllWritten = true
    await this.#listening
  }

  /** The commands recorded in the audit log. */
  async commandsKept(): Promise<string[]> {
    const { entries } = await this.#call('GET', '/audit_log', {})
    return (entries as { action: string; client: string }[])
      .filter(({ client }) => client === 'command line')
      .map(({ action }) => action)
  }

  async #write(): Promise<void> {
    for (let number = 1; !this.#isOver; number++) {
      const content = `message ${number}`
      // repeat when the outcome is unknown: the idempotency key prevents duplicates
      await this.#persist('POST', '/messages', {
        type: 'direct',
        to: [this.#owner.userId],
        content,
        local_id: `${number}`,
        queue_id: this.#queue?.id,
      })
      this.acknowledged.push(content)
      await pause(50)
    }
  }

  async #listen(): Promise<void> {
    const queue = this.#queue as { id: string; last: number }
    while (!this.#isAllWritten || this.heard.length < this.acknowledged.length) {
      const { events } = (await this.#persist('GET', '/events', {
        ...{ queue_id: queue.id, last_event_id: queue.last, dont_block: true },
      })) as { events: { id: number; message?: { content: string } }[] }
      for (const { id, message } of events) {
        assert.ok(id > queue.last)
        queue.last = id
        if (message) this.heard.push(message.content)
      }
      await pause(50)
    }
  }

  async #persist(method: 'GET' | 'POST', path: string, params: object): Promise<Record<string, unknown>> {
    for (;;)
      try {
        return await this.#call(method, path, params)
      } catch (error) {
        // retry only when the server is stopping or starting
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error
        await pause(50)
      }
  }

  #call(method: 'GET' | 'POST', path: string, params: object): Promise<Record<string, unknown>> {
    const client = new LoquatClient({ ...this.#owner, transport: fetchTransport(this.url) })
    const given = Object.entries(params).filter(([, value]) => value !== undefined)
    return client.send(
      method,
      path,
      given.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ) as Promise<Record<string, unknown>>
  }
}

test.runIf(programs)('a database moves to a server and back while someone writes and listens', async () => {
  const postgres = await PostgresServer.create()
  const here = await RealServer.prepare({ isPlain: true })
  const back = await RealServer.prepare({ isPlain: true, isNew: true })
  try {
    const owner = (await here.createOrganization()) as Owner
    await here.start()
    const writer = new Writer(owner, here.url)
    await writer.begin()
    await writer.goesOn()
    const url = postgres.url('chat', 'chat')
    const move = async (from: string, to: string, stop: () => Promise<unknown>, start: () => Promise<unknown>) => {
      const early = await copy(from, to)
      assert.equal(early.code, 0, early.lines.join('\n'))
      assert.match(early.lines.join('\n'), /copied while a server works with them\nStop the server/)
      await writer.goesOn()
      await stop()
      const late = await copy(from, to)
      assert.equal(late.code, 0, late.lines.join('\n'))
      assert.match(late.lines.join('\n'), /were copied and compared/)
      assert.ok(
        late.lines.some((line) => /^account: \d+ rows, 0 of them copied again$/.test(line)),
        late.lines.join('\n'),
      )
      await start()
      await writer.goesOn()
    }
    const stop = async () => void (await here.end('SIGTERM'))
    await move(here.dataDir, url, stop, async () => {
      here.environment.LOQUAT_DATABASE_URL = url
      await here.start()
      writer.url = here.url
    })
    await move(url, back.dataDir, stop, async () => {
      await back.start()
      writer.url = back.url
    })
    await writer.end()
    assert.deepEqual(writer.heard, writer.acknowledged)
    assert.deepEqual(await writer.commandsKept(), ['database copy', 'database copy'])
  } finally {
    await here.dispose()
    await back.dispose()
    await postgres.dispose()
  }
})

test.runIf(programs)('a copy interrupted before it was complete starts over', async () => {
  const postgres = await PostgresServer.create()
  const here = await RealServer.prepare({ isPlain: true })
  const there = await RealServer.prepare({ isPlain: true, isNew: true })
  try {
    const owner = (await here.createOrganization()) as Owner
    const url = postgres.url('chat', 'chat')
    const made = async (from: string, to: string) => {
      const { code, lines } = await copy(from, to)
      assert.equal(code, 0, lines.join('\n'))
    }
    await made(here.dataDir, url)
    await made(url, there.dataDir)
    await rename(join(there.dataDir, 'database'), join(there.dataDir, 'database.copy'))
    await made(url, there.dataDir)
    assert.equal((await readdir(there.dataDir)).includes('database.copy'), false)
    await there.start()
    await new Writer(owner, there.url).begin()
  } finally {
    await here.dispose()
    await there.dispose()
    await postgres.dispose()
  }
})
