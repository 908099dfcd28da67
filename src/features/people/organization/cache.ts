import type { GroupId } from '#contract'
import type { Tx } from '#platform/db'
import { type Language, languageOfTag, lastResort } from '#platform/languages'
import { cache, type Mutation, type Organization } from '#platform/organization'
import { defaultChanged, organizationDeactivated, realmSettingsChanged } from './api.ts'
import type { OrganizationFacts } from './organization-facts.ts'
import { completeSettings, type OrganizationSettings, type SystemGroupName } from './settings.ts'

async function read(tx: Tx, orgId: number): Promise<OrganizationFacts> {
  const row = await tx.selectFrom('organization').selectAll().where('id', '=', orgId).executeTakeFirstOrThrow()
  // user_group belongs to the groups feature: settings name system groups, which never change
  const groups = await tx
    .selectFrom('user_group')
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .where('is_system', '=', true)
    .execute()
  const systemGroups = new Map(groups.map(({ id, name }) => [name as SystemGroupName, id]))
  return {
    id: row.id,
    subdomain: row.subdomain,
    name: row.name,
    description: row.description,
    renderedDescription: row.rendered_description,
    createdAt: row.created_at,
    deactivatedAt: row.deactivated_at,
    movedTo: row.moved_to,
    settings: completeSettings(
      row.settings as Partial<OrganizationSettings>,
      (name) => systemGroups.get(name) as GroupId,
    ),
    quotas: row.quotas as OrganizationFacts['quotas'],
    userSettingsDefaults: row.user_settings_defaults as Record<string, unknown>,
    systemGroups,
    pictures: row.pictures as OrganizationFacts['pictures'],
  }
}

const reload = async (facts: OrganizationFacts, _events: unknown, tx: Tx, orgId: number) => {
  const fresh = await read(tx, orgId)
  return () => {
    Object.assign(facts, fresh)
  }
}

export const organizationCache = cache<OrganizationFacts>({
  name: 'organization',
  load: read,
}).on([realmSettingsChanged, organizationDeactivated, defaultChanged], reload)

export const settingsOf = (org: Organization | Mutation): OrganizationSettings => org.get(organizationCache).settings

/** At the server's root instead of a subdomain. */
export const isRoot = (org: Pick<Organization, 'get'>): boolean => org.get(organizationCache).subdomain === ''

/** The organization's language if this server is translated into it, otherwise the default. */
export const languageOf = (org: Organization): Language => languageOfTag(settingsOf(org).default_language) ?? lastResort
