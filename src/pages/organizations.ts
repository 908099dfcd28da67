import type { Runtime } from '#platform/runtime'

/** Whether the server has any organization, one that was deactivated too. */
export const hasOrganization = (runtime: Runtime): Promise<boolean> =>
  runtime.db.read(
    async (tx) => (await tx.selectFrom('organization').select('id').limit(1).executeTakeFirst()) !== undefined,
  )

/** The organizations that can be used, with their addresses, the root's first: all, or so many. */
export async function organizations(
  runtime: Runtime,
  most?: number,
): Promise<{ name: string; url: string; description: string }[]> {
  const rows = await runtime.db.read((tx) =>
    tx
      .selectFrom('organization')
      .select(['name', 'subdomain', 'description'])
      .where('deactivated_at', 'is', null)
      .orderBy(({ eb }) => eb('subdomain', '<>', ''))
      .orderBy(({ fn }) => fn('lower', ['name']))
      .orderBy('id')
      .$if(most !== undefined, (query) => query.limit(most as number))
      .execute(),
  )
  return rows.map(({ name, subdomain, description }) => ({
    name,
    description,
    url: runtime.organizationUrl(subdomain),
  }))
}
