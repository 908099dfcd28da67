import { notFound } from '#contract'
import type { Context, Exchange, ExchangeAnswer, ExchangeRequest } from '#platform/serve'
import { mcpPath } from '../mcp/access.ts'
import { checkOn } from './access.ts'
import { paths } from './addresses.ts'
import { OAuthRefusal, wrongMethod } from './errors.ts'
import { identityMetadata, resourceMetadata, serverMetadata } from './metadata.ts'
import { answerRegistration } from './registration.ts'
import { answerRevocation, answerToken } from './token-answers.ts'

const allowed = (method: string): ExchangeAnswer => ({ status: 204, headers: { allow: method } })

const shared = { isAtRoot: true, isForAnyone: true, operations: [] } as const

/** A document that says where what is; any program may read it, in a page of any site too. */
const document = (path: string, rest: readonly string[], of: (ctx: Context) => object): Exchange => ({
  ...shared,
  path,
  headers: { 'access-control-allow-origin': '*' },
  describe: () => allowed('GET'),
  async handle(ctx, { method, rest: asked }) {
    checkOn(ctx)
    // below a path of a host, clients ask at its root with the path behind: a proxy may lead them here
    const { basePath } = ctx.server
    const own = basePath !== '' && `/${asked}/`.startsWith(`${basePath}/`) ? asked.slice(basePath.length) : asked
    if (!rest.includes(own)) throw notFound()
    if (method !== 'GET' && method !== 'HEAD') throw wrongMethod()
    return { status: 200, json: JSON.stringify(of(ctx)) }
  },
})

type Answered = (ctx: Context, request: ExchangeRequest) => Promise<ExchangeAnswer>

/** What programs post to; what is refused is said as OAuth says it. */
const post = (path: string, answered: Answered): Exchange => ({
  ...shared,
  path,
  takesForms: true,
  headers: {},
  describe: () => allowed('POST'),
  async handle(ctx, request) {
    checkOn(ctx)
    if (request.rest !== '') throw notFound()
    if (request.method !== 'POST') throw wrongMethod()
    try {
      return await answered(ctx, request)
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error
      return { status: error.status, json: JSON.stringify({ error: error.code, error_description: error.message }) }
    }
  },
})

const resourcePath = '/.well-known/oauth-protected-resource'
const suffix = mcpPath.slice(1)

export const exchanges: readonly Exchange[] = [
  document(resourcePath, ['', suffix], resourceMetadata),
  document('/.well-known/oauth-authorization-server', ['', suffix], serverMetadata),
  // where clients look that take every server for a provider of identities
  document('/.well-known/openid-configuration', ['', suffix], identityMetadata),
  document(paths.keys, [''], () => ({ keys: [] })),
  post(paths.token, answerToken),
  post(paths.revoke, answerRevocation),
  post(paths.register, answerRegistration),
]
