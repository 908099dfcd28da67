import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Organization } from '#platform/organization'
import { assert, type TestServer, test } from '#test'
import { runImport } from './actions/run.ts'
import { type ExportParts, smallExport, writeExport } from './sources/zulip/fixture.ts'
import type { Outcome } from './task.ts'

async function imported(server: TestServer, org: Organization, parts: ExportParts, more: { isDryRun?: boolean } = {}) {
  const { file, dispose } = await writeExport(parts)
  try {
    const report = join(file, '..', 'report.txt')
    const outcome: Outcome = await runImport(
      server.runtime,
      { source: 'zulip', file, into: { org }, isDryRun: false, grantRoles: false, download: false, report, ...more },
      () => {},
    )
    return { outcome, report: await readFile(report, 'utf8') }
  } finally {
    await dispose()
  }
}

test('an export becomes people, channels and messages', async ({ server, ada }) => {
  const { outcome } = await imported(server, ada.org, smallExport())
  console.log(outcome)
  const { streams } = (await ada.send('GET', '/streams', { include_all: true })) as { streams: { name: string }[] }
  console.log(streams.map(({ name }) => name))
  await sleep(0)
})
