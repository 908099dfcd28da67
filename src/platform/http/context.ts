import type { FastifyReply, FastifyRequest } from 'fastify'
import { noSuchOrganization, unauthorized } from '#contract'
import type { Runtime } from '#platform/runtime'
import type { Context, RequestInfo } from '#platform/serve'
import { clientName } from './credentials.ts'
import type { RateLimits } from './limits.ts'

/** What a handler gets to work with. */
export class RequestContext {
  readonly server: Runtime
  readonly client: string
  readonly request: RequestInfo
  readonly maybeOrg: Context['org'] | undefined
  readonly #viewerId: number | undefined

  constructor(
    runtime: Runtime,
    org: Context['org'] | undefined,
    viewerId: number | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    client: string | undefined,
    limits: RateLimits,
  ) {
    this.server = runtime
    this.maybeOrg = org
    this.#viewerId = viewerId
    const userAgent = request.headers['user-agent']
    this.client = client?.slice(0, 30) || clientName(userAgent)
    this.request = {
      id: request.id,
      address: request.ip,
      userAgent: userAgent ?? '',
      files: request.uploads,
      tryPassword: (account, check) => limits.tryPassword(`${org?.id} ${request.ip} ${account.toLowerCase()}`, check),
      // perf: an abort signal for each poll took a tenth of the processor, most of it after the answer had gone
      closed: {
        get isClosed() {
          return reply.raw.destroyed && !reply.raw.writableFinished
        },
        onClosed(run) {
          const heard = () => {
            if (!reply.raw.writableFinished) run()
          }
          reply.raw.once('close', heard)
          return () => reply.raw.off('close', heard)
        },
      },
    }
  }

  get org(): Context['org'] {
    if (!this.maybeOrg) throw noSuchOrganization()
    return this.maybeOrg
  }

  get viewer() {
    const viewer = this.maybeViewer
    if (!viewer) throw unauthorized()
    return viewer
  }

  get maybeViewer() {
    return this.#viewerId === undefined ? undefined : this.org.viewer(this.#viewerId)
  }

  read: Context['read'] = (work) => this.server.db.read(work)
  write: Context['write'] = (work) => this.org.write(this.#viewerId ?? null, work)
  get: Context['get'] = (mirror) => this.org.get(mirror)
  fetch: Context['fetch'] = (mirror, key) => this.org.fetch(mirror, key)
}
