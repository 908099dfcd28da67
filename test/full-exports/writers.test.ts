import { raw } from '#platform/db'
import { assert, startServer, test } from '#test'
import { importOrganization } from '../../src/command/operations/org-import.ts'
import { endForgottenCopies } from '../../src/features/data/exports/full/snapshot.ts'
import { writeFullArchive } from '../../src/features/data/exports/full/write.ts'
import { makeChannel } from '../harness/channel.ts'
import { assertSameContent, fullArchive, rowsOf } from './archives.ts'
import { RandomOrganization } from './random-organization.ts'

const tablesOnly = (files: ReadonlyMap<string, Buffer>) =>
  new Map([...files].filter(([name]) => name.startsWith('tables/')))

test("an archive shows one moment, whatever people do while it's made", async () => {
  for (const seed of [5, 6]) {
    const server = await startServer()
    try {
      const random = await RandomOrganization.found(server, seed)
      await random.live()
      const { org } = random.society
      const before = await fullArchive(server, org)
      let isOver = false
      let done = 0
      let beside: Promise<number> | undefined
      const after = await fullArchive(server, org, {
        pageSize: 2,
        async pageWritten() {
          // some requests run between two pages, others while one is read
          beside ??= random.liveUntil(() => isOver)
          let tried = 0
          done += await random.liveUntil(() => ++tried > 1)
        },
      })
      isOver = true
      done += (await beside) ?? 0
      assert.ok(done > 20, `${done} things were done meanwhile`)
      assertSameContent(tablesOnly(before.files), tablesOnly(after.files))
      assert.equal(after.counts.position, before.counts.position)
      const later = await fullArchive(server, org)
      assert.ok(later.counts.position > before.counts.position)
      const other = await startServer()
      try {
        await importOrganization(other.runtime, { file: after.path, subdomain: 'copy', dryRun: false })
      } finally {
        await other.close()
      }
    } finally {
      await server.close()
    }
  }
})

test('rows changed, deleted, or written between pages appear as before', async ({ ada, ben }) => {
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push(await ada.sends(`${n}`, { channel: garden, topic: 'tea' }))
  await ada.send('POST', `/messages/${ids[0]}/reactions`, { emoji_name: 'tea' })
  let isDone = false
  const { files } = await fullArchive(ada.server, ada.org, {
    pageSize: 5,
    async pageWritten() {
      if (isDone) return
      isDone = true
      await ada.send('PATCH', `/messages/${ids[1]}`, { content: 'changed' })
      for (const id of [ids[0], ids[5], ids[11]]) await ada.send('DELETE', `/messages/${id}`)
      await ada.sends('new', { channel: garden, topic: 'tea' })
      await ben.send('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'brand new' }] })
    },
  })
  const contents = rowsOf(files, 'message').flatMap(({ id, content }) => (ids.includes(id as number) ? [content] : []))
  assert.deepEqual(
    contents,
    ids.map((_, n) => `${n}`),
  )
  assert.ok(!rowsOf(files, 'message').some(({ content }) => content === 'new'))
  assert.ok(!rowsOf(files, 'channel').some(({ name }) => name === 'brand new'))
  assert.equal(rowsOf(files, 'reaction').length, 1)
  assert.equal(rowsOf(files, 'deleted_message').length, 0)
})

test('a copy leaves nothing behind, even when its process was killed', async ({ ada, server }) => {
  const { db, blobs, config } = server.runtime
  const left = () =>
    db.read((tx) =>
      raw<{ triggers: number; copies: number; rows: number }>(
        tx,
        `select (select count(*)::int from pg_trigger where tgname like 'copy_%') as triggers,
           (select count(*)::int from copy_under_way) as copies, (select count(*)::int from row_before) as rows`,
        [],
      ),
    )
  const nothing = await left()
  assert.deepEqual(nothing, [{ triggers: 0, copies: 0, rows: 0 }])
  const stop = new AbortController()
  const aborted = writeFullArchive({
    ...{ org: ada.org, blobs, path: `${config.dataDir}/aborted`, withSecrets: false, signal: stop.signal },
    pageWritten: () => stop.abort(),
  })
  await assert.rejects(aborted, /abort/)
  assert.deepEqual(await left(), nothing)
  if (!db.embedded) return
  // what a killed process leaves
  await db.transaction(async (tx) => {
    const { beginCopy } = await import('../../src/features/data/exports/full/store.ts')
    await beginCopy(tx, ada.org.id)
  })
  assert.notDeepEqual(await left(), nothing)
  await endForgottenCopies(ada.org)
  assert.deepEqual(await left(), nothing)
})

test('an archive without secrets has none, and people get new ones', async ({ ada, society }) => {
  const { files, path } = await fullArchive(ada.server, ada.org, { withSecrets: false })
  const text = [...files.values()].map((content) => content.toString('latin1')).join('\n')
  const secrets = await ada.org.db.read((tx) =>
    raw<{ secret: string }>(
      tx,
      `select api_key as secret from account where org_id = $1
       union all select password_hash from account where org_id = $1 and password_hash is not null
       union all select email_token from channel where org_id = $1`,
      [ada.org.id],
    ),
  )
  assert.ok(secrets.length > 3)
  for (const { secret } of secrets) assert.ok(!text.includes(secret), `the archive holds ${secret}`)
  const other = await startServer()
  try {
    const made = await importOrganization(other.runtime, { file: path, subdomain: society.subdomain, dryRun: false })
    assert.equal(made.secrets, false)
    const keys = await other.runtime.db.read((tx) =>
      raw<{ api_key: string }>(tx, 'select api_key from account order by id', []),
    )
    assert.ok(keys.every(({ api_key }) => /^[A-Za-z0-9]{32}$/.test(api_key)))
    assert.ok(!keys.some(({ api_key }) => text.includes(api_key) || api_key === ada.apiKey))
  } finally {
    await other.close()
  }
})
