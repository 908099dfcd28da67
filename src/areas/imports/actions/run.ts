import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runtime } from '#platform/runtime'
import { organizationMirror } from '../../organization/mirror.ts'
import { digestOf } from '../archive.ts'
import { Unreadable } from '../records.ts'
import { Report } from '../report.ts'
import { sources } from '../sources.ts'
import type { Outcome, Progress, Request, Task } from '../task.ts'
import { tryImport } from './trial.ts'
import { writeImport } from './write.ts'

/** Takes an archive in, or says what would become of it. What was interrupted goes on where it was. */
export async function runImport(
  runtime: Runtime,
  request: Request,
  tell: (progress: Progress) => void,
): Promise<Outcome> {
  const { source: name, file, isDryRun, into, download } = request
  const load = Object.hasOwn(sources, name) ? sources[name] : undefined
  if (!load) throw new Unreadable(`there is no source '${name}', only ${Object.keys(sources).join(', ')}`)
  const digest = await digestOf(file)
  const folder = folderOf(runtime, request, digest)
  // what an earlier run has left
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'archive'), { recursive: true, mode: 0o700 })
  const report = new Report(join(folder, 'report'))
  try {
    tell({ phase: 'unpacking', messages: 0 })
    const scratch = join(folder, 'archive')
    const archive = await (await load()).open(file, { scratch, lose: (loss) => report.lose(loss), download })
    try {
      const catalog = await archive.catalog()
      const task: Task = { runtime, request, digest, folder, report, archive, catalog, tell }
      const { org, written } =
        isDryRun || !into ? { org: await tryImport(task), written: 0 } : await writeImport(task, into)
      const summary = report.summary(archive.neverThere)
      await report.write(
        request.report,
        `${isDryRun ? 'What would become' : 'What became'} of ${file} (${name})`,
        summary,
      )
      const subdomain = org?.get(organizationMirror).subdomain
      const url = subdomain === undefined ? null : runtime.organizationUrl(subdomain)
      return { ...summary, subdomain: subdomain ?? null, url, report: request.report, written }
    } finally {
      await archive.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of its own for each archive and target, so that imports may go on beside each other. */
function folderOf({ config }: Runtime, { source, into, isDryRun }: Request, digest: string): string {
  const target = into && ('org' in into ? into.org.id : into.subdomain)
  const hash = createHash('sha256').update(`${source} ${digest} ${isDryRun} ${target}`).digest('hex').slice(0, 24)
  return join(config.dataDir, 'imports', hash)
}
