import type { Endpoint, ParamsOf, ResultOf, Shape } from '#contract'
import type { JsonFields, PlainText, ServerSentEvents } from './answers.ts'
import type { Context, OpenContext } from './context.ts'
import { extensionPoint } from './hook.ts'

type Written = JsonFields | PlainText | ServerSentEvents
type Handler<C, P, R> = (ctx: C, params: P) => Promise<R | Written> | R | Written
// endpoints without declared result fields can return anything
type Reply<R extends Shape> = [keyof R] extends [never] ? unknown : ResultOf<R>

export interface Route {
  readonly endpoint: Endpoint
  readonly handler: Handler<Context & OpenContext, Record<string, unknown>, unknown>
  /** The most frequent requests, which skip the router if possible: see src/platform/http/direct.ts. */
  readonly direct?: boolean
  /** Successes aren't logged, even though it changes something, because it's frequent. */
  readonly quiet?: boolean
  /** Handled by the receiving process, even though it may change something: see src/platform/http/handed-over.ts. */
  readonly stays?: boolean
}

/** Throws if the viewer can't call endpoints that contribute; answered by the feature that restricts accounts. */
export const contributing = extensionPoint((_context: Pick<Context, 'org' | 'viewer'>): void => {})

/** Binds an endpoint to its handler. */
export function serve<P extends Shape, R extends Shape>(
  endpoint: Endpoint<P, R>,
  handler: Handler<Context, ParamsOf<P>, Reply<R>>,
): Route {
  const checked: typeof handler = (ctx, params) => {
    contributing(ctx)
    return handler(ctx, params)
  }
  return {
    endpoint: endpoint as unknown as Endpoint,
    handler: (endpoint.contributes ? checked : handler) as unknown as Route['handler'],
  }
}

/** The same for endpoints with the caller `anyone`. */
export function serveAnyone<P extends Shape, R extends Shape>(
  endpoint: Endpoint<P, R>,
  handler: Handler<OpenContext, ParamsOf<P>, Reply<R>>,
): Route {
  return { endpoint: endpoint as unknown as Endpoint, handler: handler as unknown as Route['handler'] }
}

/** The same route without logging successes. */
export const quiet = (route: Route): Route => ({ ...route, quiet: true })

/** The same route, handled by the receiving process. */
export const stays = (route: Route): Route => ({ ...route, stays: true })
