import type { UserId } from '#contract'
import { raw } from '#platform/db'
import type { TestOrganization } from './index.ts'

/** Members as rows: what a large organization comes to. Their ids, in order. */
export async function crowd({ org, subdomain }: TestOrganization, count: number): Promise<UserId[]> {
  const rows = await org.transact(null, (mutation) =>
    raw<{ id: UserId }>(
      mutation.tx,
      `insert into account (org_id, email, full_name, role, api_key, created_at)
       select $1, 'crowd-' || n || '@' || $2 || '.example', 'Crowd ' || n, 400, md5($2 || 'crowd' || n), now()
       from generate_series(1, $3::int) n returning id`,
      [org.id, subdomain, count],
    ),
  )
  // no event has told of them
  await org.load()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}
