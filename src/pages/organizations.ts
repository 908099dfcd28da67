import type { Runtime } from '#platform/runtime'

/** An organization as the pages of the server name it. */
interface NamedOrganization {
  readonly name: string
  readonly url: string
  readonly description: string
}

/** The organizations that can be used, with their addresses, the root's first; those of databases that are there. */
export async function organizations({ directory }: Runtime): Promise<NamedOrganization[]> {
  const [home, ...further] = directory.all.map(organizationsIn)
  const found = (await Promise.allSettled(further)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const all = [...((await home) ?? []), ...found]
  if (further.length > 0) all.sort(byName)
  return all.map(({ name, subdomain, description }) => ({
    name,
    description,
    url: directory.home.organizationUrl(subdomain),
  }))
}

type Found = Awaited<ReturnType<typeof organizationsIn>>[number]

const byName = (a: Found, b: Found) =>
  Number(a.subdomain !== '') - Number(b.subdomain !== '') || a.name.toLowerCase().localeCompare(b.name.toLowerCase())

const organizationsIn = ({ db }: Runtime) =>
  db.read((tx) =>
    tx
      .selectFrom('organization')
      .select(['name', 'subdomain', 'description'])
      .where('deactivated_at', 'is', null)
      .orderBy(({ eb }) => eb('subdomain', '<>', ''))
      .orderBy(({ fn }) => fn('lower', ['name']))
      .orderBy('id')
      .execute(),
  )
