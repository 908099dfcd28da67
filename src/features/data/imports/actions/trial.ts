import type { Organization } from '#platform/organization'
import { batchesOf } from '../batches.ts'
import { type DraftMeans, draftOf, Times } from '../draft.ts'
import type { Named } from '../message-text.ts'
import { placeholder } from '../people-plan.ts'
import { originKey, type Plan, planCatalog } from '../plan.ts'
import type { FileSource, MessageRecord } from '../records.ts'
import type { Report } from '../report.ts'
import { knownOrigin, mappedAmong } from '../store.ts'
import { mappedTo, type Target } from '../target.ts'
import type { Task } from '../task.ts'

export async function tryImport({
  workshop,
  request,
  report,
  archive,
  catalog,
  tell,
}: Task): Promise<Organization | undefined> {
  const { into, source } = request
  const org = into && 'org' in into ? into.org : undefined
  const originName = originKey(catalog)
  const target: Target = await workshop.db.read(async (tx) => {
    const originId = org && (await knownOrigin(tx, org.id, source, originName))
    const isOwn = org === undefined
    return { org, jobId: undefined, originId, originName, isOwn, mapped: await mappedTo(tx, originId) }
  })
  const plan = planCatalog(catalog, target, report, request.grantRoles)
  tell('messages', 0)
  const now = workshop.now()
  const times = new Times(catalog.channels[0]?.createdAt ?? now)
  const seen = new Set<string>()
  let messages = 0
  for await (const batch of batchesOf(archive.messages())) {
    meet(batch, plan, originName)
    const { originId } = target
    const known = new Set(
      originId === undefined
        ? []
        : (
            await workshop.db.read((tx) =>
              mappedAmong(
                tx,
                originId,
                'message',
                batch.map(({ key }) => key),
              ),
            )
          ).map(({ key }) => key),
    )
    for (const record of batch) {
      if (known.has(record.key)) report.count('messages imported before')
      else await tryMessage(record, plan, report, times, now, seen)
    }
    messages += batch.length
    tell('messages', messages)
  }
  return org
}

function meet(batch: readonly MessageRecord[], { people }: Plan, originName: string): void {
  for (const { sender, place } of batch)
    for (const key of 'people' in place ? [sender, ...place.people] : [sender])
      if (key !== '' && !people.has(key)) people.set(key, placeholder(key, originName))
}

async function tryMessage(
  record: MessageRecord,
  plan: Plan,
  report: Report,
  times: Times,
  now: Date,
  seen: Set<string>,
): Promise<void> {
  const missing = new Set<number>()
  for (const [place, file] of record.files.entries()) {
    if (file.key !== undefined && seen.has(file.key)) continue
    const problem = await objectionTo(file)
    if (problem === undefined) {
      if (file.key !== undefined) seen.add(file.key)
      continue
    }
    missing.add(place)
    report.lose({ loss: 'Unreadable files', where: `${record.key}: ${file.name}: ${problem}` })
  }
  const named = (): Named => ({
    // as long as a real id, so that lengths match
    person: (key) => {
      const person = plan.people.get(key)
      return person && { id: person.id ?? 10_000, name: person.name }
    },
    group: (key) => plan.groups.get(key)?.name,
    channel: (key) => plan.channels.get(key)?.name,
    message: () => '/#narrow',
    file: (place) => {
      const name = record.files[place]?.name
      return name === undefined ? undefined : { name, url: missing.has(place) ? undefined : '/user_uploads/' }
    },
    unknown: (what, label) => report.lose({ loss: `Mentions of unknown ${what}`, where: `${record.key}: ${label}` }),
  })
  const means: DraftMeans = { ...plan, report, now, named }
  draftOf(record, times, means)
}

/** Undefined if the first bytes can be read. */
async function objectionTo(file: FileSource): Promise<string | undefined> {
  try {
    const bytes = (await file.open())[Symbol.asyncIterator]()
    await bytes.next()
    await bytes.return?.()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
