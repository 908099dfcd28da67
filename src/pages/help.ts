import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { helpHref, loadHelp } from '#platform/help'
import { compress, RateLimits, withBasePath } from '#platform/http'
import type { Language } from '#platform/languages'
import type { Runtime } from '#platform/runtime'
import { absentHtml, contentsHtml, pageHtml, searchHtml } from './help-html.ts'
import { readerLanguage, signedInUser, themeOf } from './signed-in.ts'

/** Maximum search results, on the page and in suggestions. */
const maxFound = 30
const maxAtOnce = 8

/** Formulas and tables in the examples need style attributes. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const queryOf = ({ url }: FastifyRequest): string =>
  (new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]).get('q') ?? '').slice(0, 200)

/** Help pages for users, public and without requests to other servers. */
export function help(app: FastifyInstance, runtime: Runtime): void {
  const { basePath } = runtime
  const limits = new RateLimits(runtime.config)

  /** In the reader's theme and language; revalidated with an ETag. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    made: (language: Language) => string,
    status = 200,
  ) {
    const org = await runtime.organizationAt(request.headers.host ?? '')
    const userId = org && signedInUser(runtime, org, request)
    const theme = org && userId !== undefined ? themeOf(org, userId) : undefined
    const html = made(readerLanguage(runtime, org, request))
    const text = withBasePath(theme ? html.replace('<html', `<html data-theme="${theme}"`) : html, basePath)
    return sendText(request, reply.code(status), text, 'text/html; charset=utf-8')
  }

  app.get('/help', async (_request, reply) => reply.redirect(`${basePath}/help/`))
  app.get('/help/', async (request, reply) => {
    const pages = await loadHelp()
    return send(request, reply, (language) => contentsHtml(pages, language))
  })
  app.get('/help/search', async (request, reply) => {
    await limits.address(request.callerAddress)
    const pages = await loadHelp()
    const query = queryOf(request)
    return send(request, reply, (language) => searchHtml(pages, query, pages.find(query, maxFound), language))
  })
  app.get('/help/search.json', async (request, reply) => {
    await limits.address(request.callerAddress)
    const found = (await loadHelp()).find(queryOf(request), maxAtOnce)
    const told = found.map(({ section, pageTitle, excerpt }) => ({
      href: `${basePath}${helpHref(section)}`,
      title: section.title,
      page: pageTitle,
      excerpt,
    }))
    return sendText(request, reply, JSON.stringify(told), 'application/json')
  })
  // for search fields: the index without the text
  app.get('/help/index.json', async (request, reply) => {
    const { pages } = await loadHelp()
    const told = pages.flatMap(({ title, sections }) =>
      sections.map(({ page, anchor, title: heading }) => ({ page, anchor, title: heading, of: title })),
    )
    return sendText(request, reply, JSON.stringify(told), 'application/json')
  })
  app.get<{ Params: { page: string } }>('/help/:page', async (request, reply) => {
    const pages = await loadHelp()
    const asked = request.params.page
    const one = pages.pages.find(({ name }) => name === asked)
    if (one) return send(request, reply, (language) => pageHtml(pages, one, language))
    await limits.address(request.callerAddress)
    return send(
      request,
      reply,
      (language) => absentHtml(pages, pages.find(asked.replaceAll('-', ' '), maxAtOnce), language),
      404,
    )
  })
}

async function sendText(request: FastifyRequest, reply: FastifyReply, text: string, type: string) {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.headers({
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-cache, private',
    vary: 'Cookie, Accept-Encoding, Accept-Language',
    etag,
  })
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known?.includes(etag) && reply.statusCode === 200) return reply.code(304).send()
  const smaller = await compress({ holdsSecrets: false }, text, request.headers['accept-encoding'])
  const encoding = smaller?.headers['content-encoding']
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(smaller?.body ?? text)
}
