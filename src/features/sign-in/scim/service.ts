import type { UserId } from '#contract'
import type { OpenContext } from '#platform/serve'
import {
  changeDirectoryGroup,
  createDirectoryGroup,
  knownDirectoryGroup,
  removeDirectoryGroup,
} from './actions/groups.ts'
import { changePerson, createPerson, knownPerson, type PersonChange, removePerson } from './actions/people.ts'
import { groupKind, type ResourceKind, userKind } from './attributes.ts'
import type { Caller } from './caller.ts'
import { providerConfig, resourceTypes, schemas } from './discovery.ts'
import { groupResource } from './group.ts'
import { groupIdOf, personIdOf, scimAddress } from './ids.ts'
import type { Json } from './json.ts'
import { applyPatch, operationsOf } from './patch.ts'
import { type Projection, projected, projectionOf, shows } from './projection.ts'
import { checkedResource } from './resource.ts'
import { noSuchResource, ScimError } from './scim-error.ts'
import { personShown, queryOfAddress, queryOfBody, resourceText, searched } from './search.ts'
import { namesVersion } from './version.ts'
import { applyToGroup, groupOperations, wantedGroup } from './wanted-group.ts'

export interface ScimRequest {
  readonly method: string
  /** Below `/scim/v2`, split by slashes. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly ifNoneMatch: string
  /** Not called for methods without a body. */
  body(): Promise<Json>
}

export interface Answer {
  readonly status: number
  readonly text?: string
  readonly location?: string
  readonly version?: string
}

type Ctx = Pick<OpenContext, 'org' | 'transact' | 'get'>

const notAllowed = (method: string) => new ScimError(405, undefined, `${method} is not understood here`)

/** Handles a request, or an operation of a bulk. Throws {@link ScimError}, and errors of actions. */
export async function served(ctx: Ctx, caller: Caller, asked: ScimRequest): Promise<Answer> {
  const [first = '', id, ...more] = asked.path
  if (more.length > 0) throw noSuchResource(asked.path.join('/'))
  const address = scimAddress(ctx.org)
  const told = (resource: Json): Answer => {
    if (asked.method !== 'GET' && asked.method !== 'HEAD') throw notAllowed(asked.method)
    return { status: 200, text: JSON.stringify(resource) }
  }
  switch (first) {
    case 'ServiceProviderConfig':
    case 'ServiceProviderConfigs':
      return told(providerConfig(address))
    case 'ResourceTypes':
      return told(resourceTypes(address, id))
    case 'Schemas':
      return told(schemas(address, id))
    case 'Me':
      throw new ScimError(501, undefined, 'A directory’s token has no user, so there is no Me')
    case '.search':
      if (asked.method !== 'POST') throw notAllowed(asked.method)
      return found(ctx, [userKind, groupKind], asked)
    case 'Users':
      return id === undefined || id === '.search'
        ? collection(ctx, caller, userKind, asked)
        : person(ctx, caller, id, asked)
    case 'Groups':
      return id === undefined || id === '.search'
        ? collection(ctx, caller, groupKind, asked)
        : group(ctx, caller, id, asked)
    default:
      throw noSuchResource(asked.path.join('/'))
  }
}

async function found(
  { org }: Ctx,
  kinds: readonly ResourceKind[],
  { method, query, body }: ScimRequest,
): Promise<Answer> {
  const wanted = method === 'POST' ? queryOfBody(await body()) : queryOfAddress(query)
  return { status: 200, text: await searched(org, kinds, wanted) }
}

async function collection(ctx: Ctx, caller: Caller, kind: ResourceKind, asked: ScimRequest): Promise<Answer> {
  if (asked.path[1] === '.search' ? asked.method === 'POST' : asked.method === 'GET' || asked.method === 'HEAD')
    return found(ctx, [kind], asked)
  if (asked.method !== 'POST' || asked.path.length > 1) throw notAllowed(asked.method)
  const body = await asked.body()
  const shown = shownBy(kind, asked)
  if (kind === userKind) {
    const given = checkedResource(userKind, body)
    const { id } = await written(ctx, (mutation) => createPerson(mutation, caller, given))
    return personAnswer(ctx, 201, id, shown)
  }
  const wanted = wantedGroup(body)
  const id = await ctx.transact((mutation) => createDirectoryGroup(mutation, caller, wanted))
  return groupAnswer(201, groupResource(ctx.org, knownDirectoryGroup(ctx, id, ''), shows(shown, 'members')), shown)
}

const shownBy = (kind: ResourceKind, { query }: ScimRequest): Projection =>
  projectionOf(kind, query.get('attributes'), query.get('excludedAttributes'))

/** Ends the event queues of deactivated accounts after the commit. */
async function written(ctx: Ctx, work: Parameters<typeof ctx.transact<PersonChange>>[0]): Promise<PersonChange> {
  const change = await ctx.transact(work)
  for (const gone of change.gone) await ctx.org.queues.removeAll(gone)
  return change
}

async function personAnswer(ctx: Ctx, status: number, id: UserId, shown: Projection): Promise<Answer> {
  const account = knownPerson(ctx, id, '')
  const whole = await personShown(ctx.org, account, { only: undefined, without: [] })
  const { location, version } = whole.meta as { location: string; version: string }
  return { status, text: JSON.stringify(projected(whole, shown)), location, version }
}

async function groupAnswer(status: number, resource: Json, shown: Projection): Promise<Answer> {
  const { location, version } = resource.meta as { location: string; version: string }
  return { status, text: await resourceText(projected(resource, shown)), location, version }
}

const unchanged = ({ ifNoneMatch }: ScimRequest, answer: Answer): Answer =>
  ifNoneMatch !== '' && answer.version !== undefined && namesVersion(ifNoneMatch, answer.version)
    ? { status: 304, version: answer.version }
    : answer

async function person(ctx: Ctx, caller: Caller, text: string, asked: ScimRequest): Promise<Answer> {
  const id = personIdOf(text)
  const shown = shownBy(userKind, asked)
  const { id: known } = knownPerson(ctx, id, text)
  switch (asked.method) {
    case 'GET':
    case 'HEAD':
      return unchanged(asked, await personAnswer(ctx, 200, known, shown))
    case 'PUT': {
      const given = checkedResource(userKind, await asked.body())
      // PUT removes attributes left out, except `active`
      const put = ({ active }: Json) => ({ active, ...given })
      await written(ctx, (mutation) => changePerson(mutation, caller, knownPerson(mutation, id, text), put))
      return personAnswer(ctx, 200, known, shown)
    }
    case 'PATCH': {
      const operations = operationsOf(userKind, await asked.body())
      const patch = (resource: Json) => {
        applyPatch(resource, operations)
        return resource
      }
      await written(ctx, (mutation) => changePerson(mutation, caller, knownPerson(mutation, id, text), patch))
      return personAnswer(ctx, 200, known, shown)
    }
    case 'DELETE':
      await written(ctx, (mutation) => removePerson(mutation, caller, knownPerson(mutation, id, text)))
      return { status: 204 }
    default:
      throw notAllowed(asked.method)
  }
}

async function group(ctx: Ctx, caller: Caller, text: string, asked: ScimRequest): Promise<Answer> {
  const id = groupIdOf(text)
  const shown = shownBy(groupKind, asked)
  const resource = () => groupResource(ctx.org, knownDirectoryGroup(ctx, id, text), shows(shown, 'members'))
  knownDirectoryGroup(ctx, id, text)
  switch (asked.method) {
    case 'GET':
    case 'HEAD':
      return unchanged(asked, await groupAnswer(200, resource(), shown))
    case 'PUT': {
      const wanted = wantedGroup(await asked.body())
      await ctx.transact((mutation) =>
        changeDirectoryGroup(mutation, caller, knownDirectoryGroup(mutation, id, text), () => wanted),
      )
      return groupAnswer(200, resource(), shown)
    }
    case 'PATCH': {
      const operations = groupOperations(await asked.body())
      await ctx.transact((mutation) =>
        changeDirectoryGroup(mutation, caller, knownDirectoryGroup(mutation, id, text), (wanted) => {
          applyToGroup(wanted, operations)
          return wanted
        }),
      )
      // don't return a large group's members after adding one
      return shown.only ? groupAnswer(200, resource(), shown) : { status: 204 }
    }
    case 'DELETE':
      await ctx.transact((mutation) => removeDirectoryGroup(mutation, caller, knownDirectoryGroup(mutation, id, text)))
      return { status: 204 }
    default:
      throw notAllowed(asked.method)
  }
}
