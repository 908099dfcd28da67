import type { Endpoint, ParamsOf, ResultOf, Shape } from '#contract'
import type { JsonFields, PlainText } from './answers.ts'
import type { Context, OpenContext } from './context.ts'

type Handler<C, P, R> = (ctx: C, params: P) => Promise<R | JsonFields | PlainText> | R | JsonFields | PlainText
// a declaration without result fields is answered by anything
type Reply<R extends Shape> = [keyof R] extends [never] ? unknown : ResultOf<R>

export interface Route {
  readonly endpoint: Endpoint
  readonly handler: Handler<Context & OpenContext, Record<string, unknown>, unknown>
  /** Asked more often than all others, and answered without the router where it can be: see src/platform/http/direct.ts. */
  readonly direct?: boolean
  /** Called so often that a success is nothing to log, though it changes something. */
  readonly quiet?: boolean
  /** Answered by the process that was asked, though it may change something: see src/platform/http/handed-over.ts. */
  readonly stays?: boolean
}

/** Binds an endpoint to the code that answers it. */
export function serve<P extends Shape, R extends Shape>(
  endpoint: Endpoint<P, R>,
  handler: Handler<Context, ParamsOf<P>, Reply<R>>,
): Route {
  return { endpoint: endpoint as unknown as Endpoint, handler: handler as unknown as Route['handler'] }
}

/** The same for an endpoint whose caller is `anyone`. */
export function serveAnyone<P extends Shape, R extends Shape>(
  endpoint: Endpoint<P, R>,
  handler: Handler<OpenContext, ParamsOf<P>, Reply<R>>,
): Route {
  return { endpoint: endpoint as unknown as Endpoint, handler: handler as unknown as Route['handler'] }
}

/** The same route, whose successes are nothing to log. */
export const quiet = (route: Route): Route => ({ ...route, quiet: true })

/** The same route, answered by whichever process was asked. */
export const stays = (route: Route): Route => ({ ...route, stays: true })
