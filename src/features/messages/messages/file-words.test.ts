import type { CompiledQuery } from 'kysely'
import { raw, type Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import { assert, type Person, type TestServer, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { upload } from '../../../../test/harness/files.ts'
import { blobKey } from '../attachments/paths.ts'
import { getMessages } from './api/fetch.ts'
import { sendMessage } from './api/send.ts'
import { fileWordsRepeated } from './due/file-words.ts'
import { filesWithoutWords, takeFileWords } from './store/file-words.ts'

type Runs = Parameters<typeof fileWordsRepeated.run>[1]
type Stream = Runs['blobs']['stream']

async function takeFiles(org: Organization, server: TestServer, stream?: Stream): Promise<string[]> {
  const { blobs } = server.runtime
  const lines: string[] = []
  const runs = {
    isStopping: false,
    blobs: { stream: stream ?? ((key: string) => blobs.stream(key)) },
    notice: (line: string) => void lines.push(line),
  }
  await fileWordsRepeated.run(org, runs as unknown as Runs, () => true)
  return lines
}

async function sendFile(person: Person, to: number, name: string, text: string): Promise<number> {
  const { url } = await upload(person, name, text)
  const params = { type: 'channel', to, topic: 'files', content: `[this](${url})` } as const
  return (await person.call(sendMessage, params)).id
}

const found = async (person: Person, words: string) =>
  (
    await person.call(getMessages, { anchor: 'newest', num_before: 9, num_after: 0, narrow: [['search', words]] })
  ).messages.map(({ id }) => id)

test('an unreadable file waits without holding up those after it', async ({ ada, server, society }) => {
  const { org } = society
  const to = await makeChannel(org, 'files', [ada])
  const older = await sendFile(ada, to, 'older.txt', 'mangosteen')
  const broken = await sendFile(ada, to, 'broken.txt', 'dragonfruit')
  const newer = await sendFile(ada, to, 'newer.txt', 'pomelo')
  const files = await org.db.read((tx) => filesWithoutWords(tx, org.id, undefined, 9))
  const key = blobKey(files.find(({ name }) => name === 'broken.txt')?.path_id ?? '')
  let tries = 0
  const outage: Stream = async (asked) => {
    if (asked === key) throw new Error(`no answer, ${++tries}`)
    return server.runtime.blobs.stream(asked)
  }
  assert.match(
    (await takeFiles(org, server, outage)).join(),
    /indexing file \d+ .* failed, retrying in an hour: .*no answer, 1/,
  )
  assert.deepEqual([await found(ada, 'mangosteen'), await found(ada, 'pomelo')], [[older], [newer]])
  assert.deepEqual(await takeFiles(org, server, outage), [])
  assert.equal(tries, 1)
  await org.db.transaction((tx) =>
    raw(tx, `update attachment set words_due_at = words_due_at - interval '1 hour' where org_id = $1`, [org.id]),
  )
  assert.deepEqual(await takeFiles(org, server), [])
  assert.deepEqual(await found(ada, 'dragonfruit'), [broken])
})

test('a file that crashed the server is indexed by name and not read again', async ({ ada, server, society }) => {
  const { org } = society
  const to = await makeChannel(org, 'files', [ada])
  const id = await sendFile(ada, to, 'hostile.txt', 'dragonfruit')
  // the state that the crashed process left
  const [file] = await org.db.read((tx) => filesWithoutWords(tx, org.id, undefined, 1))
  assert.ok(file && !file.is_named)
  await org.db.transaction((tx) => takeFileWords(tx, org.id, file, ''))
  assert.deepEqual(await takeFiles(org, server, () => assert.fail('it was read')), [])
  assert.deepEqual([await found(ada, 'hostile'), await found(ada, 'dragonfruit')], [[id], []])
  assert.deepEqual(await org.db.read((tx) => filesWithoutWords(tx, org.id, undefined, 1)), [])
})

test('a file being read when the server stops is read again', async ({ ada, server, society }) => {
  const { org } = society
  const to = await makeChannel(org, 'files', [ada])
  const id = await sendFile(ada, to, 'slow.txt', 'dragonfruit')
  const rows = () =>
    org.db.read((tx) => tx.selectFrom('attachment_text').select('prepared').where('org_id', '=', org.id).execute())
  let asked = 0
  const stopping = {
    // checked before the file, and after reading it
    get isStopping() {
      return asked++ > 0
    },
    blobs: server.runtime.blobs,
    notice: () => {},
  }
  await fileWordsRepeated.run(org, stopping as unknown as Runs, () => true)
  assert.ok(asked > 1)
  assert.deepEqual(await rows(), [])
  await takeFiles(org, server)
  assert.deepEqual(await found(ada, 'dragonfruit'), [id])
})

test('indexed files cost nothing when looking for others', async ({ ada, society }) => {
  const { org } = society
  const to = await makeChannel(org, 'files', [ada])
  await sendFile(ada, to, 'one.txt', 'mangosteen')
  class Undone extends Error {}
  let plan = ''
  await org.db
    .transaction(async (tx) => {
      const columns = `org_id, owner_id, name, content_type, size, created_at`
      await raw(
        tx,
        `insert into attachment (${columns}, path_id, words_due_at)
         select ${columns}, path_id || n, null from attachment, generate_series(1, 5000) n where org_id = $1`,
        [org.id],
      )
      await raw(tx, 'analyze attachment', [])
      let asked: CompiledQuery | undefined
      const watched = tx.withPlugin({
        transformQuery({ node, queryId }) {
          asked = tx.getExecutor().compileQuery(node, queryId)
          return node
        },
        transformResult: async ({ result }) => result,
      })
      await filesWithoutWords(watched as Tx, org.id, undefined, 20)
      assert.ok(asked)
      plan = JSON.stringify(await raw(tx, `explain (format json) ${asked.sql}`, [...asked.parameters]))
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  assert.match(plan, /"Index Name": ?"attachment_without_words"/)
})
