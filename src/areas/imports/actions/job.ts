import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import { addFounder, foundOrganization } from '../../founding/actions.ts'
import { newestMessage } from '../../messages/actions/imported.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { hashPassword } from '../../users/api-key.ts'
import { insertJob, type Job, unfinished, updateJob } from '../store.ts'

/** Where an archive goes: an organization that is there, or one that is made for it. */
export type Into =
  | { readonly org: Organization }
  | {
      readonly name: string
      readonly subdomain: string
      readonly owner: { readonly full_name: string; readonly email: string; readonly password: string }
    }

/** The job that takes an archive in: one that was interrupted, or a new one. */
export async function beginJob(
  runtime: Runtime,
  source: string,
  digest: string,
  into: Into,
): Promise<{ org: Organization; job: Job }> {
  const open = await runtime.db.read((tx) => unfinished(tx, source, digest))
  const row = (org_id: number) => ({ org_id, source, digest, started_at: runtime.now() })
  if ('org' in into) {
    const { org } = into
    const known = open.find(({ org_id }) => org_id === org.id)
    const job = known ?? (await org.write(null, ({ tx }) => insertJob(tx, { ...row(org.id), phase: 'catalog' })))
    return { org, job: await beginCatalog(org, job) }
  }
  const { name, subdomain, owner } = into
  const known = await made(runtime, open, subdomain)
  if (!known) {
    let job: Job | undefined
    const { org } = await foundOrganization(runtime, {
      ...{ name, subdomain, owner, channels: [] },
      alongside: async (tx, org_id) => {
        job = await insertJob(tx, { ...row(org_id), phase: 'founding' })
      },
    })
    return { org, job: await beginCatalog(org, job as unknown as Job) }
  }
  const { org, job } = known
  if (org.get(peopleMirror).activeOwners().length === 0) {
    const password_hash = await hashPassword(owner.password)
    await addFounder(org, { full_name: owner.full_name, email: owner.email, password_hash }, [])
  }
  return { org, job: await beginCatalog(org, job) }
}

/** An organization that an interrupted run of this job has made. */
async function made(runtime: Runtime, jobs: readonly Job[], subdomain: string) {
  const org = await runtime.db.read((tx) =>
    // organization: that area's table
    tx.selectFrom('organization').select('id').where('subdomain', '=', subdomain).executeTakeFirst(),
  )
  const job = jobs.find(({ org_id }) => org_id === org?.id)
  return job && { org: await runtime.organization(job.org_id), job }
}

/** Notes what there was before the first thing of the archive. */
async function beginCatalog(org: Organization, job: Job): Promise<Job> {
  if (job.origin_id !== null) return job
  return org.write(null, async (act) => {
    const after_message_id = await newestMessage(act)
    await updateJob(act.tx, job.id, { phase: 'catalog', after_message_id: after_message_id as never })
    return { ...job, phase: 'catalog', after_message_id: after_message_id as never }
  })
}
