import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot, readConfig } from '#platform/config'
import { secretsOf } from '#platform/secrets'
import { afterAll, assert, foundSociety, RealServer, test } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import { holdsDatabase, openFolder } from '../../src/command/folder.ts'
import { Lock } from '../../src/command/lock.ts'
import { options } from '../../src/command/options.ts'
import { blobKey } from '../../src/features/messages/attachments/paths.ts'
import { type Arrived, Pieces } from './pieces.ts'
import { openSound } from './sound.ts'
import { cutPower } from './states.ts'

/** How many states of the disk are looked at; thousands for whoever has the time: `npm run power-cuts -- 2000`. */
const states = Number(process.env.LOQUAT_POWER_CUTS ?? 14)
const seed = Number(process.env.LOQUAT_POWER_CUTS_SEED ?? 20261122)
const run = promisify(execFile)
const work = mkdtempSync(join(tmpdir(), 'loquat-recorded-'))
/** In the project, where its packages are found; another run has one of its own. */
const program = join('node_modules/.cache/loquat', `power-cut-${process.pid}.mjs`)
afterAll(() => {
  rmSync(work, { recursive: true, force: true })
  for (const file of [program, `${program}.map`]) rmSync(join(projectRoot, file), { force: true })
})

const recording = (dataDir: string, file: string) => ({
  NODE_OPTIONS: `--require ${join(projectRoot, 'test/power-cut/recorder.cjs')}`,
  LOQUAT_RECORD_FOLDER: dataDir,
  LOQUAT_RECORD_FILE: file,
})

/** The database of a state; undefined where there is none yet, and then one can be made. */
async function databaseOf(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, 'loquat.lock')
  // a whole lock names the place that it came from, which a state is not
  if (existsSync(file) && readFileSync(file, 'utf8').endsWith('}')) rmSync(file)
  await (await Lock.take(dataDir, 'test')).release()
  return (await holdsDatabase(dataDir)) ? join(dataDir, 'database') : undefined
}

/** What the server has answered. */
interface Answer {
  id?: number
  url?: string
  upload?: Arrived
}

const problems: string[] = []
const noting = (name: string, look: () => Promise<void>) =>
  look().catch((error: Error) => {
    problems.push(`${name}: ${error.message}`)
    if (states > 100) console.error(problems.at(-1))
  })
let looked = 0
const progress = () => {
  if (++looked % 50 === 0 && states > 100) console.log(`${looked} states, ${problems.length} problems`)
}

test('after a power cut every committed transaction is whole, and the sealing key is there', async () => {
  // @ts-expect-error: a script without types
  const { bundle } = await import('../../scripts/build.mjs')
  await bundle('test/power-cut/transactions.ts', program)
  const [dataDir, file] = [join(work, 'transactions'), join(work, 'transactions.log')]
  const count = states > 100 ? 1_000 : 210
  await run(process.execPath, [join(projectRoot, program), dataDir, String(count)], {
    env: { ...process.env, ...recording(dataDir, file) },
  })
  let fresh = 0
  await cutPower({ root: dataDir, file, states, seed }, (folder, promised, name) =>
    noting(name, async () => {
      progress()
      const database = await databaseOf(folder)
      const versions = new Map<number, number>()
      for (const text of promised) {
        const { number, version, sealed, file } = JSON.parse(text)
        if (number !== undefined) versions.set(number, version)
        if (sealed) {
          const opened = secretsOf(readConfig(options, { dataDir: folder }, {})).open('a test', 'everybody', sealed)
          assert.equal(opened, 'the secret')
        }
        if (file) assert.equal(readFileSync(join(folder, 'uploads', file), 'utf8'), file)
      }
      if (!database) {
        assert.equal(promised.length, 0, 'there is no database')
        // making one takes seconds
        if (fresh++ < 2)
          await (await openFolder(readConfig(options, { dataDir: folder, databaseSync: 'off' }, {}))).close()
        return
      }
      await openSound(database, async (query) => {
        if (promised.length === 0) return
        const rows = await query('select number, version, body from pair order by number')
        assert.deepEqual(rows, await query('select number, version, body from partner order by number'))
        const found = new Map(rows.map(({ number, version }) => [number, version as number]))
        for (const [number, version] of versions) {
          const kept = found.get(number)
          assert.ok(kept !== undefined && kept >= version, `pair ${number} has version ${kept}, not ${version}`)
        }
        for (const { version, body } of rows) {
          assert.ok((version as number) % 10 !== 3, `${version} was rolled back`)
          assert.ok((body as string).startsWith(`${version} `))
        }
      })
    }),
  )
  assert.deepEqual(problems.splice(0), [])
}, 7_200_000)

test.skipIf(process.env.LOQUAT_TEST_DATABASE_URL)(
  'after a power cut a server has every acknowledged message and every file taken in',
  async () => {
    const server = await RealServer.prepare({ isNew: true })
    const contents = new Map<number, string>()
    const file = join(work, 'server.log')
    const uploads = new Map<string, Buffer>()
    try {
      Object.assign(server.environment, recording(server.dataDir, file))
      // in a process that is recorded from the first file on
      const { owner } = JSON.parse(await server.command(...foundSociety))
      const { email, api_key: apiKey, user_id: userId } = owner as { email: string; api_key: string; user_id: number }
      await server.start()
      const client = new LoquatClient({ email, apiKey, transport: fetchTransport(server.url) })
      const send = async (content: string) => {
        const { id } = await client.send('POST', '/messages', [
          ['type', 'direct'],
          ['to', `[${userId}]`],
          ['content', content],
        ])
        contents.set(id as number, content)
      }
      const upload = async (bytes: Buffer, name: string) => {
        const form = new FormData()
        form.append('file', new Blob([new Uint8Array(bytes)]), name)
        const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
        const reply = await fetch(`${server.url}/api/v1/user_uploads`, { method: 'POST', body: form, headers })
        const { url } = (await reply.json()) as { url: string }
        uploads.set(url, bytes)
        await send(`A file: [${name}](${url})`)
      }
      const pieces = new Pieces(server.url, `Basic ${btoa(`${email}:${apiKey}`)}`)
      const uploadInPieces = async (number: number) => {
        const whole = await pieces.upload(number)
        if (!whole) return
        uploads.set(whole.url, whole.bytes)
        await send(`A file: [in pieces](${whole.url})`)
      }
      const each = states > 100 ? 120 : 30
      for (const round of [1, 2]) {
        await Promise.all([
          ...[1, 2, 3].map(async (sender) => {
            for (let number = 0; number < each; number++) await send(`message ${number} of sender ${sender}, ${round}`)
          }),
          (async () => {
            for (let number = 0; number < each / 5; number++) await upload(randomBytes(3_000), `file ${number}.bin`)
          })(),
          (async () => {
            for (let number = 0; number < each / 5; number++) await uploadInPieces(number)
          })(),
        ])
        if (round === 1) {
          await server.end('SIGKILL')
          await server.start()
        }
      }
      await server.end('SIGTERM')
      assert.ok(pieces.count > 10)
      await cutPower({ root: server.dataDir, file, states, seed: seed + 1 }, (folder, promised, name) =>
        noting(name, async () => {
          progress()
          const answers = promised.map((text) => JSON.parse(text) as Answer)
          const database = await databaseOf(folder)
          if (!database) return assert.equal(answers.length, 0, 'there is no database')
          await openSound(database, async (query) => {
            if (answers.length === 0) return
            const rows = await query('select id, content from message')
            const kept = new Map(rows.map(({ id, content }) => [Number(id), content]))
            const taken = new Set((await query('select path_id from attachment')).map(({ path_id }) => path_id))
            for (const { id, url } of answers) {
              const content = contents.get(id ?? 0)
              if (content !== undefined) assert.equal(kept.get(id as number), content, `message ${id} is not there`)
              const bytes = url === undefined ? undefined : uploads.get(url)
              if (bytes) assert.ok(taken.has((url as string).slice('/user_uploads/'.length)), `${url} is not known`)
            }
            const said = answers.flatMap(({ upload }) => upload ?? [])
            await pieces.check(query, said, join(folder, 'uploads'))
            // whatever the database names is there, answered or not
            for (const [url, bytes] of uploads) {
              const pathId = url.slice('/user_uploads/'.length)
              if (taken.has(pathId))
                assert.ok(readFileSync(join(folder, 'uploads', blobKey(pathId))).equals(bytes), url)
            }
          })
        }),
      )
    } finally {
      await server.dispose()
    }
    assert.ok(contents.size > 100 && uploads.size > 10)
    assert.deepEqual(problems.splice(0), [])
  },
  7_200_000,
)
