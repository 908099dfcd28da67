import type { Context, OpenContext } from './context.ts'
import type { PageAnswer } from './page-answers.ts'

/** Handles a form posted to the page's URL. */
export type FormHandler = (
  ctx: OpenContext,
  params: Readonly<Record<string, string>>,
  form: ReadonlyMap<string, string>,
) => Promise<PageAnswer> | PageAnswer

type PageHandler<C> = (
  ctx: C,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
) => Promise<PageAnswer> | PageAnswer

/** `either` accepts callers with or without credentials; `spectator` is like that of endpoints. */
type PageCaller = 'user' | 'anyone' | 'either' | 'spectator'

/** A resource that browsers and clients fetch by URL, outside the API, with the same credentials. */
export interface Page {
  /** From the root, in the router's notation: `/avatar/:user_id`; `*` is the rest of the path. */
  readonly path: string
  readonly caller: PageCaller
  readonly handler: PageHandler<Context & OpenContext>
  /** Tokens that can read may fetch it too. */
  readonly takesTokens?: true
  /** Handles a form posted to the page's URL. */
  readonly submit?: FormHandler
  /** Accepts forms from other sites, which come without cookies. */
  readonly takesForeignForms?: true
  /** Maximum bytes of the form; by default the limit for callers without an account. */
  readonly formBytes?: number
}

export const page = (path: string, handler: PageHandler<Context>): Page => ({ path, caller: 'user', handler })
/** A page without authentication. */
export const pageForAnyone = (path: string, handler: PageHandler<OpenContext>): Page => ({
  path,
  caller: 'anyone',
  handler: handler as Page['handler'],
})

/** The same, with a viewer if the request has credentials. */
export const pageForEither = (path: string, handler: PageHandler<OpenContext>): Page => ({
  ...pageForAnyone(path, handler),
  caller: 'either',
})

/** A page for users, and for spectators if the organization has web-public channels. */
export const pageForSpectators = (path: string, handler: PageHandler<Context>): Page => ({
  ...page(path, handler),
  caller: 'spectator',
})

/**
 * A page with a form, without a session: the URL or the form itself authorizes the change. Forms from other sites are
 * refused, so that no one gets signed in to another account unnoticed.
 */
export const formForAnyone = (path: string, handler: PageHandler<OpenContext>, submit: FormHandler): Page => ({
  ...pageForAnyone(path, handler),
  submit,
})

/**
 * Receives forms that another service has browsers send. The form must be authenticated by its content, and it can't
 * sign anyone in by itself, because no cookie comes with it.
 */
export const formFromElsewhere = (
  path: string,
  handler: PageHandler<OpenContext>,
  submit: FormHandler,
  formBytes: number,
): Page => ({ ...formForAnyone(path, handler, submit), takesForeignForms: true, formBytes })

/** Makes a page available to access tokens. */
export const withTokens = (page: Page): Page => ({ ...page, takesTokens: true })
