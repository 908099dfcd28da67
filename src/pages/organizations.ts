import { inAnotherPlace } from '#platform/db'
import type { Runtime } from '#platform/runtime'

/** An organization on the server's pages. */
interface NamedOrganization {
  readonly name: string
  readonly url: string
  readonly description: string
}

/** Active organizations with their URLs, the root's first, at most `most`; omits those in databases that are down. */
export async function organizations({ registry }: Runtime, most?: number): Promise<NamedOrganization[]> {
  const [home, ...further] = registry.all.map((one) => organizationsIn(one, most))
  const found = (await Promise.allSettled(further)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const all = [...((await home) ?? []), ...found]
  if (further.length > 0) all.sort(byName)
  return all.slice(0, most).map(({ name, subdomain, description }) => ({
    name,
    description,
    url: registry.home.organizationUrl(subdomain),
  }))
}

type Found = Awaited<ReturnType<typeof organizationsIn>>[number]

const byName = (a: Found, b: Found) =>
  Number(a.subdomain !== '') - Number(b.subdomain !== '') || a.name.toLowerCase().localeCompare(b.name.toLowerCase())

const organizationsIn = ({ db }: Runtime, most?: number) =>
  db.read((tx) =>
    tx
      .selectFrom('organization')
      .select(['name', 'subdomain', 'description'])
      .where('deactivated_at', 'is', null)
      .where('id', 'not in', inAnotherPlace(tx))
      .orderBy(({ eb }) => eb('subdomain', '<>', ''))
      .orderBy(({ fn }) => fn('lower', ['name']))
      .orderBy('id')
      .$if(most !== undefined, (query) => query.limit(most as number))
      .execute(),
  )
