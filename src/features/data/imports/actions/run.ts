import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { organizationCache } from '../../../people/organization/cache.ts'
import { digestOf } from '../archive.ts'
import { Meter } from '../meter.ts'
import { Report } from '../report.ts'
import { sources } from '../sources.ts'
import type { Outcome, Progress, Request, Task, Workshop } from '../task.ts'
import { tryImport } from './trial.ts'
import { writeImport } from './write.ts'

export async function runImport(
  workshop: Workshop,
  request: Request,
  tell: (progress: Progress) => void,
): Promise<Outcome> {
  const { source: name, file, isDryRun, into, download } = request
  const digest = await digestOf(file)
  const folder = folderOf(workshop, request, digest)
  // left by an earlier run
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'archive'), { recursive: true, mode: 0o700 })
  const report = new Report(join(folder, 'report'))
  try {
    const told = { phase: 'unpacking' as Progress['phase'], messages: 0 }
    const meter = new Meter(() => tell({ ...told, percentage: percentageAt(told.phase, meter), counts: report.counts }))
    const say: Task['tell'] = (phase, messages) => {
      const isNew = phase !== told.phase
      Object.assign(told, { phase, messages })
      if (isNew) meter.begin(0)
      else meter.took(0)
    }
    say('unpacking', 0)
    const scratch = join(folder, 'archive')
    const archive = await (await sources[name]()).open(file, {
      scratch,
      lose: (loss) => report.lose(loss),
      change: (what, where) => report.change(what, where),
      download,
      meter,
    })
    try {
      const catalog = await archive.catalog()
      const task: Task = { workshop, request, digest, folder, report, archive, catalog, tell: say }
      const { org, written } =
        isDryRun || !into ? { org: await tryImport(task), written: 0 } : await writeImport(task, into)
      const summary = report.summary(archive.neverThere)
      await report.write(
        request.report,
        `${isDryRun ? 'What would become' : 'What became'} of ${request.fileName ?? file} (${name})`,
        summary,
      )
      const subdomain = org?.get(organizationCache).subdomain
      const url = subdomain === undefined ? null : workshop.organizationUrl(subdomain)
      return { ...summary, subdomain: subdomain ?? null, url, report: request.report, written }
    } finally {
      await archive.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The percentage at which each phase begins: reading the archive and its messages is nearly all of the work. */
const begins = { unpacking: 0, 'people and channels': 20, messages: 25, finishing: 97 } as const
const ends = { unpacking: 20, 'people and channels': 25, messages: 97, finishing: 100 } as const

function percentageAt(phase: Progress['phase'], { share }: Meter): number {
  const [from, to] = [begins[phase], ends[phase]]
  const isRead = phase === 'unpacking' || phase === 'messages'
  return Math.floor(from + (to - from) * (isRead ? share : 0))
}

/** One folder for each archive and target, so that imports can run in parallel. */
function folderOf({ config }: Workshop, { source, into, isDryRun }: Request, digest: string): string {
  const target = into && ('org' in into ? into.org.id : into.subdomain)
  const hash = createHash('sha256').update(`${source} ${digest} ${isDryRun} ${target}`).digest('hex').slice(0, 24)
  return join(config.dataDir, 'imports', hash)
}
