import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import { newestMessage } from '../../../messages/messages/actions/imported.ts'
import { addFounder, foundOrganization } from '../../../people/organization-settings/actions/found.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { hashPasswordIn } from '../../../people/users/new-password.ts'
import { insertJob, type Job, jobsOf, updateJob } from '../store.ts'
import type { Workshop } from '../task.ts'

export type Into =
  | { readonly org: Organization }
  | {
      readonly runtime: Runtime
      readonly name: string
      readonly subdomain: string
      readonly owner: { readonly full_name: string; readonly email: string; readonly password: string }
      /** Called once the owner has that password; not if an interrupted run has created the owner. */
      readonly ownerMade?: () => void
    }

export async function beginJob(
  { db, now }: Workshop,
  source: string,
  digest: string,
  into: Into,
): Promise<{ org: Organization; job: Job }> {
  const jobs = await db.read((tx) => jobsOf(tx, source, digest))
  const row = (org_id: number) => ({ org_id, source, digest, started_at: now() })
  const goOn = async (org: Organization) => {
    const known = jobs.find(({ org_id, finished_at }) => org_id === org.id && finished_at === null)
    const job = known ?? (await org.transact(null, ({ tx }) => insertJob(tx, { ...row(org.id), phase: 'catalog' })))
    return { org, job: await beginCatalog(org, job) }
  }
  if ('org' in into) return goOn(into.org)
  const { runtime, name, subdomain, owner, ownerMade = () => {} } = into
  const known = await madeBefore(runtime, jobs, subdomain)
  if (!known) {
    let job: Job | undefined
    const { org } = await foundOrganization(runtime, {
      ...{ name, subdomain, owner, channels: [] },
      alongside: async (tx, org_id) => {
        job = await insertJob(tx, { ...row(org_id), phase: 'founding' })
      },
    })
    ownerMade()
    if (!job) throw new Error('An organization was made without the job that it was made for')
    return { org, job: await beginCatalog(org, job) }
  }
  if (known.get(peopleCache).activeOwners().length === 0) {
    const password_hash = await hashPasswordIn(known, owner.password, { fullName: owner.full_name, email: owner.email })
    await addFounder(known, { full_name: owner.full_name, email: owner.email, password_hash }, [])
    ownerMade()
  }
  return goOn(known)
}

/** The organization that an interrupted run created, even if it was interrupted at the very end. */
async function madeBefore(runtime: Runtime, jobs: readonly Job[], subdomain: string) {
  const org = await runtime.db.read((tx) =>
    // organization: that feature's table
    tx.selectFrom('organization').select('id').where('subdomain', '=', subdomain).executeTakeFirst(),
  )
  const job = jobs.find(({ org_id }) => org_id === org?.id)
  return job && runtime.organization(job.org_id)
}

/** Records the newest message before anything of the archive is written. */
async function beginCatalog(org: Organization, job: Job): Promise<Job> {
  if (job.origin_id !== null) return job
  return org.transact(null, async (mutation) => {
    const after_message_id = await newestMessage(mutation)
    await updateJob(mutation.tx, job.id, { phase: 'catalog', after_message_id: after_message_id as never })
    return { ...job, phase: 'catalog', after_message_id: after_message_id as never }
  })
}
