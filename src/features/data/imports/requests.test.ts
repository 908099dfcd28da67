import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { mustBeAdministrator, mustBeOwner } from '#contract'
import { assert, type Person, startServer, TestOrganization, test } from '#test'
import { fetchAs, upload } from '../../../../test/harness/files.ts'
import { tus } from '../../../../test/harness/tus.ts'
import { getAuditLog } from '../../people/audit-log/api.ts'
import * as api from './api.ts'
import { importsDue } from './due.ts'
import { readable } from './fixture.ts'
import { message, smallExport, writeExport } from './sources/zulip/fixture.ts'

/** Uploads an archive with `more` additional messages; returns its URL. */
async function uploaded(person: Person, more = 0): Promise<string> {
  const parts = smallExport()
  for (let number = 0; number < more; number++)
    parts.messages[0]?.zerver_message?.push(message(100 + number, 1, 101, `number ${number} of **${more}**`))
  const { file, dispose } = await writeExport(parts)
  try {
    return (await upload(person, 'team.tar.gz', await readFile(file))).url
  } finally {
    await dispose()
  }
}

async function ended(person: Person, import_id: number): Promise<api.ImportInFull> {
  for (;;) {
    await person.server.runtime.timer.wake().catch(() => {})
    const { import: one } = await person.call(api.getImport, { import_id })
    if (one.ended_at !== null) return one
    await pause(20)
  }
}

async function numbers(person: Person): Promise<string[]> {
  const { messages } = await person.send('GET', '/messages', {
    ...{ anchor: 'oldest', num_before: 0, num_after: 5_000, apply_markdown: false },
    narrow: [{ operator: 'channel', operand: 'general 2' }],
  })
  return (messages as { content: string }[]).flatMap(({ content }) => /^number (\d+) /.exec(content)?.[1] ?? [])
}

test('an owner runs a dry run and an import, and administrators get progress events', async ({ ada, ines }) => {
  const file = await uploaded(ada)
  const watch = await ines.register('import')
  const { id: trial } = await ada.call(api.startImport, { source: 'zulip', file, dry_run: true })
  const tried = await ended(ada, trial)
  assert.deepEqual([tried.state, tried.percentage, tried.counts['messages in channels']], ['done', 100, 6])
  assert.equal(tried.changed['Channel names'], 1)
  assert.ok(tried.never_there.length > 0)
  assert.ok(!(await readable(ada)).some(({ content }) => content === 'Welcome **all**'))
  const events = (await watch.of('import')).map((event) => event.import as api.Import)
  assert.deepEqual([events[0]?.state, events[0]?.percentage], ['waiting', 0])
  assert.ok(events.some(({ state, phase }) => state === 'running' && phase === 'messages'))
  assert.deepEqual([events.at(-1)?.state, events.at(-1)?.has_report], ['done', true])

  const { id } = await ada.call(api.startImport, { source: 'zulip', file })
  const done = await ended(ada, id)
  assert.deepEqual([done.state, done.problem, done.file_name], ['done', null, 'team.tar.gz'])
  assert.ok((await readable(ada)).some(({ content }) => content === 'Welcome **all**'))
  const { imports, max_import_mib } = await ines.call(api.getImports)
  assert.deepEqual(
    imports.map((one) => [one.id, one.dry_run]),
    [
      [id, false],
      [trial, true],
    ],
  )
  assert.equal(max_import_mib, 5_000)
  const { entries } = await ada.call(getAuditLog, { action: 'POST /imports' })
  assert.deepEqual(
    entries.map(({ params }) => params.source),
    ['zulip', 'zulip'],
  )
})

test('only owners get the report, which contains no server paths', async ({ ada, ines, server }) => {
  const file = await uploaded(ada)
  const { id } = await ada.call(api.startImport, { source: 'zulip', file, dry_run: true })
  await ended(ada, id)
  const report = await fetchAs(ada, `/imports/${id}/report`)
  assert.equal(report.status, 200)
  assert.match(report.body.toString(), /^What would become of team\.tar\.gz \(zulip\)\n/)
  assert.ok(!report.body.toString().includes(server.runtime.config.dataDir))
  assert.equal((await fetchAs(ines, `/imports/${id}/report`)).status, 404)
  const { owner } = await TestOrganization.found(server)
  assert.equal((await fetchAs(owner, `/imports/${id}/report`)).status, 404)
  await owner.refused(api.getImport, { import_id: id }, api.noSuchImport)
  await owner.refused(api.stopImport, { import_id: id }, api.noSuchImport)
  await ada.refused(api.stopImport, { import_id: id }, api.importEnded)
})

test('owners can import their own uploads, one at a time', async ({ ada, ines, ben, server }) => {
  const theirs = await uploaded(ines)
  await ines.refused(api.startImport, { source: 'zulip', file: theirs }, mustBeOwner)
  await ben.refused(api.getImports, {}, mustBeAdministrator)
  const { owner } = await TestOrganization.found(server)
  for (const file of [theirs, await uploaded(owner), '/user_uploads/%', 'team.tar.gz', `${theirs}x`])
    await ada.refused(api.startImport, { source: 'zulip', file }, api.noSuchArchive)
  await ada.refusedRaw('POST', '/imports', { source: 'irc', file: theirs })
  const file = await uploaded(ada, 2_000)
  const { id } = await ada.call(api.startImport, { source: 'zulip', file })
  await ada.refused(api.startImport, { source: 'zulip', file }, api.importUnderWay)
  await ada.call(api.stopImport, { import_id: id })
  assert.equal((await ended(ada, id)).state, 'stopped')
})

test('an upload that is not such an archive fails at once with a reason', async ({ ada }) => {
  const { url } = await upload(ada, 'team.zip', 'no archive')
  const { id } = await ada.call(api.startImport, { source: 'slack', file: url })
  const { state, problem, has_report } = await ended(ada, id)
  assert.deepEqual([state, has_report], ['failed', false])
  assert.match(problem ?? '', /isn’t a Slack export/)
})

test('an interrupted import resumes after a stop or a restart', async ({ ada }) => {
  const count = 4_500
  const file = await uploaded(ada, count)
  const watch = await ada.register('import')
  const begun = async (id: number) => {
    await ada.server.runtime.timer.wake()
    await watch.until(({ type, import: one }) => {
      const { id: of, phase } = (one ?? {}) as api.Import
      return type === 'import' && of === id && phase === 'messages'
    })
  }
  const { id: first } = await ada.call(api.startImport, { source: 'zulip', file })
  await begun(first)
  await ada.call(api.stopImport, { import_id: first })
  await importsDue.settled(ada.server.runtime)
  const { id } = await ada.call(api.startImport, { source: 'zulip', file })
  await begun(id)
  // as on shutdown
  await importsDue.end?.(ada.server.runtime)
  const { import: left } = await ada.call(api.getImport, { import_id: id })
  assert.equal(left.state, 'waiting')
  assert.equal((await ended(ada, id)).state, 'done')
  assert.deepEqual(
    await numbers(ada),
    Array.from({ length: count }, (_, number) => String(number)),
  )
})

test('owners can upload archives larger than the limit for other files', async () => {
  const server = await startServer({ maxFileUploadMib: '1', maxImportMib: '3' })
  try {
    const society = await TestOrganization.found(server)
    const ines = await society.join('Ines')
    const begin = async (person: Person, mib: number, purpose?: string) => {
      const metadata = `filename ${Buffer.from('a.zip').toString('base64')}`
      const said = purpose ? `,purpose ${Buffer.from(purpose).toString('base64')}` : ''
      const headers = { 'upload-length': `${mib * 2 ** 20}`, 'upload-metadata': metadata + said }
      return (await tus(person, 'POST', '/api/v1/tus/', headers)).status
    }
    assert.deepEqual(
      [
        await begin(society.owner, 3, 'import'),
        await begin(society.owner, 4, 'import'),
        await begin(society.owner, 3),
        await begin(ines, 3, 'import'),
      ],
      [201, 413, 413, 413],
    )
  } finally {
    await server.close()
  }
})

test('a server can restrict imports to the command line', async () => {
  const server = await startServer({ maxImportMib: '0' })
  try {
    const { owner } = await TestOrganization.found(server)
    const { url } = await upload(owner, 'a.zip', 'x')
    await owner.refused(api.startImport, { source: 'slack', file: url }, api.importsOff)
    assert.equal((await owner.call(api.getImports)).max_import_mib, 0)
  } finally {
    await server.close()
  }
})
