import type { Organization } from '#platform/organization'
import { left } from '../../../messages/messages/due/search-words.ts'
import { quotasOf } from '../../../people/organization/quotas.ts'
import { setImportedOrganizationPermissions } from '../../../people/organization-settings/actions/imported.ts'
import { batchesOf, readAhead } from '../batches.ts'
import { Times } from '../draft.ts'
import type { Import } from '../import.ts'
import { originKey, planCatalog } from '../plan.ts'
import type { MessageRecord } from '../records.ts'
import { type Job, mappedAmong, originOf, updateJob } from '../store.ts'
import { mappedTo } from '../target.ts'
import type { Task } from '../task.ts'
import { writeChannels, writeEmoji, writeGroups } from './catalog.ts'
import { finishImport } from './finish.ts'
import { beginJob, type Into } from './job.ts'
import { MessageWriter, maxInProgress } from './messages.ts'
import { writeAvatars, writePeople } from './people.ts'
import { permissionValues } from './permissions.ts'
import { writeProfiles } from './profiles.ts'

/** Resumes an interrupted import. Returns the number of messages written. */
export async function writeImport(task: Task, into: Into): Promise<{ org: Organization; written: number }> {
  const { workshop, request, digest, report, catalog, folder, tell } = task
  const { org, job: begun } = await beginJob(workshop, request.source, digest, into)
  const originName = originKey(catalog)
  const job = await withOrigin(org, begun, request.source, originName)
  tell('people and channels', 0)
  const mapped = await workshop.db.read((tx) => mappedTo(tx, job.origin_id))
  const isOwn = !('org' in into)
  const target = { org, jobId: job.id, originId: job.origin_id, originName, isOwn, mapped }
  const plan = planCatalog(catalog, target, report, request.grantRoles)
  const one: Import = {
    ...{ org, job, originName, catalog, report, scratch: folder, ...plan },
    blobs: workshop.blobs,
    quota: quotasOf(org, workshop.config).upload_mib,
  }
  await writePeople(one, mapped.person)
  await writeAvatars(one)
  await writeProfiles(one)
  await writeGroups(one, mapped.group)
  await org.transact(null, (mutation) =>
    setImportedOrganizationPermissions(mutation, permissionValues(one, one.permissions)),
  )
  await writeEmoji(one, mapped.emoji)
  await writeChannels(one)
  // people that an interrupted run or an earlier archive met only in messages
  const met = new Map([...mapped.person].map(([key, { mapped_id }]) => [key, mapped_id]))
  const written = await writeMessages(one, task, met)
  tell('finishing', written)
  await finishImport(one)
  return { org, written }
}

async function withOrigin(org: Organization, job: Job, source: string, name: string): Promise<Import['job']> {
  if (job.origin_id !== null) return { ...job, origin_id: job.origin_id }
  const origin_id = await org.transact(null, async ({ tx, now }) => {
    const id = await originOf(tx, org.id, source, name, now)
    await updateJob(tx, job.id, { origin_id: id })
    return id
  })
  return { ...job, origin_id }
}

async function writeMessages(
  one: Import,
  { workshop, archive, catalog, tell }: Task,
  met: ReadonlyMap<string, number>,
) {
  const { org, job, report } = one
  const writer = new MessageWriter(one, met)
  const now = workshop.now()
  const times = new Times(catalog.channels[0]?.createdAt ?? now)
  let read = 0
  let written = 0
  /** Oldest first, with keys that the database may not have yet. */
  const underWay: { keys: ReadonlySet<string>; written: Promise<void> }[] = []
  await org.transact(null, ({ tx }) => updateJob(tx, job.id, { phase: 'messages' }))
  tell('messages', job.done)
  try {
    for await (const batch of readAhead(batchesOf(archive.messages()))) {
      const keys = batch.map(({ key }) => key)
      const known = new Map(
        (await org.db.read((tx) => mappedAmong(tx, job.origin_id, 'message', keys))).map((row) => [row.key, row]),
      )
      const fresh: MessageRecord[] = []
      const again: MessageRecord[] = []
      const seen = new Set<string>()
      const isUnderWay = (key: string) => seen.has(key) || underWay.some((one) => one.keys.has(key))
      for (const record of batch) {
        const before = known.get(record.key)
        if (before && before.job_id !== job.id) report.count('messages imported before')
        else if (before && read < job.done) again.push(record)
        else if (before || isUnderWay(record.key))
          report.lose({ loss: 'Messages that are there twice', where: record.key })
        else (read < job.done ? again : fresh).push(record)
        seen.add(record.key)
      }
      read += batch.length
      const ready = await writer.prepare({ again, fresh, done: read }, times, now)
      if (read <= job.done) continue
      const before = underWay.at(-1)?.written
      const isWritten = (async () => {
        await before
        await writer.write(ready)
        // update the indexing backlog: no event announces imported messages
        await left(org, 'taken')
        tell('messages', ready.done)
      })()
      // awaited below, which handles the failure; until then it must not count as unhandled
      isWritten.catch(() => {})
      underWay.push({ keys: seen, written: isWritten })
      if (underWay.length === maxInProgress) await underWay.shift()?.written
      written += fresh.length
    }
    await underWay.at(-1)?.written
    return written
  } finally {
    // no write may be running when this returns
    await Promise.allSettled(underWay.map((one) => one.written))
  }
}
