import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Runtime } from '#platform/runtime'
import type { Context, OpenContext, Page, PageAnswer } from '#platform/serve'
import type { Admission } from './admission.ts'
import { decorate } from './answers.ts'
import { openBodyBytes } from './body-limits.ts'
import { tokenRuleOf } from './callers.ts'
import { RequestContext, siteOf } from './context.ts'
import { forbiddenOrigin, isOwnForm } from './credentials.ts'
import { answerPage } from './files.ts'
import type { RateLimits } from './limits.ts'
import { checkedText } from './pairs.ts'

interface PageOptions {
  readonly runtime: Runtime
  readonly admission: Admission
  readonly limits: RateLimits
}

export function addPages(app: FastifyInstance, pages: readonly Page[], options: PageOptions): void {
  for (const page of pages) {
    app.route({
      method: ['GET', 'HEAD'],
      url: page.path,
      exposeHeadRoute: false,
      handler: (request, reply) => show(page, request, reply, options),
    })
    if (page.submit)
      app.route({
        method: 'POST',
        url: page.path,
        config: { formBytes: page.formBytes ?? openBodyBytes },
        handler: (request, reply) => submit(page, request, reply, options),
      })
  }
}

async function show(
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
  { runtime, admission, limits }: PageOptions,
) {
  const { org, viewerId, spectator } = await admission.admit(
    { caller: page.caller, ...tokenRuleOf(page) },
    request,
    'page',
  )
  const context = new RequestContext(runtime, org, viewerId, request, reply, undefined, limits, spectator)
  const query = new URLSearchParams(/\?(.*)$/s.exec(request.url)?.[1])
  for (const [name, text] of query) checkedText(name, text)
  const params = request.params as Record<string, string>
  const answer = await page.handler(context as unknown as Context & OpenContext, params, query)
  decorate(request, reply)
  return answerPage(request, reply, answer, siteOf(runtime))
}

async function submit(
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
  { runtime, admission, limits }: PageOptions,
) {
  const { org } = await admission.admit({ caller: page.caller, ...tokenRuleOf(page) }, request, 'page')
  if (!page.takesForeignForms && !isOwnForm(request)) throw forbiddenOrigin()
  const context = new RequestContext(runtime, org, undefined, request, reply, undefined, limits)
  const form = request.body instanceof Map ? request.body : new Map<string, string>()
  const params = request.params as Record<string, string>
  const answer = await page.submit?.(context as unknown as OpenContext, params, form)
  decorate(request, reply)
  return answerPage(request, reply, answer as PageAnswer, siteOf(runtime))
}
