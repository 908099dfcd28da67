import type { ServerResponse } from 'node:http'
import { decodeParams, notFound } from '#contract'
import type { ApprovedCall, Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import { type Context, JsonFields, type OpenContext, PlainText, type Route, ServerSentEvents } from '#platform/serve'
import { checkCaller, checkToken } from './callers.ts'
import { audited } from './calls.ts'
import { RequestContext } from './context.ts'
import type { RateLimits } from './limits.ts'

/** Runs an approved call with the account's and token's current permissions. Returns `{}` for text or raw JSON. */
export function callAgain(runtime: Runtime, routes: readonly Route[], limits: RateLimits) {
  const byOperation = new Map(routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]))
  return async (org: Organization, call: ApprovedCall): Promise<Record<string, unknown>> => {
    const route = byOperation.get(call.operation)
    if (!route) throw notFound()
    const { endpoint, handler } = route
    const { token } = call
    checkCaller(endpoint, org.viewer(token.userId))
    checkToken(endpoint, token)
    const raw = new Map(call.params)
    const { params } = decodeParams(endpoint, raw)
    const seen = {
      id: call.requestId,
      url: '',
      headers: {},
      callerAddress: call.address,
      uploads: [],
      session: undefined,
      token,
    }
    const noClient = { raw: { destroyed: false, writableFinished: false } as ServerResponse }
    const context = new RequestContext(runtime, org, token.userId, seen, noClient, undefined, limits)
    context.endpoint = endpoint
    context.beginApproved = (mutation) => call.begin(mutation)
    const auditing = endpoint.audited ? audited(context, runtime, route, params, raw) : undefined
    const result = await handler(context as unknown as Context & OpenContext, params)
    await auditing?.()
    const isWritten = [JsonFields, PlainText, ServerSentEvents].some((kind) => result instanceof kind)
    return isWritten ? {} : (result as Record<string, unknown>)
  }
}
