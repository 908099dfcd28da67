import { request } from 'node:http'
import { createScimToken, updateScim } from '../../src/features/sign-in/scim/api.ts'
import type { Person } from './person.ts'

type Resource = Record<string, unknown> & {
  id: string
  meta: { version: string; location: string }
  Resources: Resource[]
  Operations: (Record<string, string> & { response?: Record<string, string> })[]
  totalResults: number
  detail: string
  scimType: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever is there
  [name: string]: any
}

interface Received {
  readonly status: number
  readonly type: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Resource
}

/** A directory that manages an organization by SCIM, as an identity provider would. */
export class ScimDirectory {
  readonly token: string
  readonly #port: number
  readonly #host: string

  constructor(port: number, host: string, token: string) {
    this.token = token
    this.#port = port
    this.#host = host
  }

  /** Connects one to the owner's organization. */
  static async of(owner: Person, subdomain: string, name = 'Directory'): Promise<ScimDirectory> {
    await owner.call(updateScim, { enabled: true })
    const { token } = await owner.call(createScimToken, { name })
    return new ScimDirectory(owner.server.port, `${subdomain}.loquat.test`, token)
  }

  /** The same directory with another host or token. */
  as({ token = this.token, host = this.#host }: { token?: string; host?: string }): ScimDirectory {
    return new ScimDirectory(this.#port, host, token)
  }

  ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Received> {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          port: this.#port,
          host: '127.0.0.1',
          method,
          path: `/scim/v2${path}`,
          headers: {
            host: this.#host,
            ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
            ...(text === undefined
              ? {}
              : { 'content-type': 'application/scim+json', 'content-length': Buffer.byteLength(text) }),
            ...headers,
          },
        },
        (incoming) => {
          let answer = ''
          incoming.setEncoding('utf8')
          incoming.on('data', (part) => {
            answer += part
          })
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              type: incoming.headers['content-type'] ?? '',
              headers: incoming.headers,
              body: answer === '' ? {} : JSON.parse(answer),
            }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(text)
    })
  }

  patch(path: string, ...Operations: object[]): Promise<Received> {
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
    return this.ask('PATCH', path, { schemas, Operations })
  }

  find(kind: 'Users' | 'Groups', filter: string, more = ''): Promise<Received> {
    return this.ask('GET', `/${kind}?filter=${encodeURIComponent(filter)}${more}`)
  }
}
