import { type Attribute, groupKind, type ResourceKind, userKind } from './attributes.ts'
import type { Json } from './json.ts'

import { scimLimits } from './limits.ts'
import { noSuchResource } from './scim-error.ts'

const kinds = [userKind, groupKind]
const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

export const providerConfig = (address: string): Json => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: scimLimits.bulkOperations, maxPayloadSize: scimLimits.body },
  filter: { supported: true, maxResults: scimLimits.page },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an owner makes in the settings of the organization',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${address}/ServiceProviderConfig` },
})

const resourceType = ({ name, endpoint, schema, extension }: ResourceKind, address: string): Json => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint,
  description: name === 'User' ? 'People who have an account' : 'Groups of people',
  schema,
  schemaExtensions: extension ? [{ schema: extension.name, required: false }] : [],
  meta: { resourceType: 'ResourceType', location: `${address}/ResourceTypes/${name}` },
})

function schemasOf({ name, schema, attributes, extension }: ResourceKind, address: string): Json[] {
  const shown = (id: string, label: string, all: readonly Attribute[] = []): Json => ({
    schemas: [schemaSchema],
    id,
    name: label,
    description: label,
    // common attributes aren't part of a schema
    attributes: all.filter((one) => !['id', 'externalId', 'meta'].includes(one.name)),
    meta: { resourceType: 'Schema', location: `${address}/Schemas/${id}` },
  })
  const own = shown(schema, name, attributes)
  return extension ? [own, shown(extension.name, 'EnterpriseUser', extension.subAttributes)] : [own]
}

const listOf = (Resources: readonly Json[]): Json => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: Resources.length,
  startIndex: 1,
  itemsPerPage: Resources.length,
  Resources,
})

function one(all: readonly Json[], id: string | undefined): Json {
  if (id === undefined) return listOf(all)
  const found = all.find((item) => String(item.id).toLowerCase() === id.toLowerCase())
  if (!found) throw noSuchResource(id)
  return found
}

export const resourceTypes = (address: string, id: string | undefined): Json =>
  one(
    kinds.map((kind) => resourceType(kind, address)),
    id,
  )

export const schemas = (address: string, id: string | undefined): Json =>
  one(
    kinds.flatMap((kind) => schemasOf(kind, address)),
    id,
  )
