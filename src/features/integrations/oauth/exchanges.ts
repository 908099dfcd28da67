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

/** A metadata document, readable by pages of any site. */
const document = (path: string, rest: readonly string[], of: (ctx: Context) => object): Exchange => ({
  ...shared,
  path,
  headers: { 'access-control-allow-origin': '*' },
  describe: () => allowed('GET'),
  async handle(ctx, { method, rest: asked }) {
    checkOn(ctx)
    // when the server is below a path, clients request the document at the host's root with the path appended, and a
    // proxy may forward that
    const { basePath } = ctx.server
    const own = basePath !== '' && `/${asked}/`.startsWith(`${basePath}/`) ? asked.slice(basePath.length) : asked
    if (!rest.includes(own)) throw notFound()
    if (method !== 'GET' && method !== 'HEAD') throw wrongMethod()
    return { status: 200, json: JSON.stringify(of(ctx)) }
  },
})

type Answered = (ctx: Context, request: ExchangeRequest) => Promise<ExchangeAnswer>

/** An endpoint with OAuth error responses. */
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
  // for clients that treat every server as an OpenID provider
  document('/.well-known/openid-configuration', ['', suffix], identityMetadata),
  document(paths.keys, [''], () => ({ keys: [] })),
  post(paths.token, answerToken),
  post(paths.revoke, answerRevocation),
  post(paths.register, answerRegistration),
]
