import type { Context, OpenContext } from './context.ts'
import type { PageAnswer } from './page-answers.ts'

/** Answers a form that was sent to a page's own address. */
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

/** `either` takes whoever says who it is, and whoever does not say; `spectator` is that of an endpoint. */
type PageCaller = 'user' | 'anyone' | 'either' | 'spectator'

/** What browsers and clients fetch by its address, beside the API, with the same credentials. */
export interface Page {
  /** From the root, in the router's notation: `/avatar/:user_id`; the rest of a path is the value named `*`. */
  readonly path: string
  readonly caller: PageCaller
  readonly handler: PageHandler<Context & OpenContext>
  /** Whether it is also shown to whoever comes with a token that may read. */
  readonly takesTokens?: true
  /** A form on the page is sent to the page's own address. */
  readonly submit?: FormHandler
  /** Whether the form may come from a page of another site, whose browser sends no cookie with it. */
  readonly takesForeignForms?: true
  /** The most bytes of the form, where that is not what any caller without an account may send. */
  readonly formBytes?: number
}

export const page = (path: string, handler: PageHandler<Context>): Page => ({ path, caller: 'user', handler })
/** The same for whoever asks. */
export const pageForAnyone = (path: string, handler: PageHandler<OpenContext>): Page => ({
  path,
  caller: 'anyone',
  handler: handler as Page['handler'],
})

/** The same for whoever asks, with a viewer where credentials came with the request. */
export const pageForEither = (path: string, handler: PageHandler<OpenContext>): Page => ({
  ...pageForAnyone(path, handler),
  caller: 'either',
})

/** The same for people, and for whoever asks where web-public channels can be read without an account. */
export const pageForSpectators = (path: string, handler: PageHandler<Context>): Page => ({
  ...page(path, handler),
  caller: 'spectator',
})

/**
 * A page with a form. Nobody is signed in on it: what allows the change is in the address or in the form itself. Forms
 * that another site's page sends are refused, so that nobody is signed in as somebody else without noticing.
 */
export const formForAnyone = (path: string, handler: PageHandler<OpenContext>, submit: FormHandler): Page => ({
  ...pageForAnyone(path, handler),
  submit,
})

/**
 * An address that another service has browsers send a form to. What the form holds says by itself who vouches for it, and
 * nobody may be signed in by it alone: no cookie comes with it.
 */
export const formFromElsewhere = (
  path: string,
  handler: PageHandler<OpenContext>,
  submit: FormHandler,
  formBytes: number,
): Page => ({ ...formForAnyone(path, handler, submit), takesForeignForms: true, formBytes })

/** The same page, for tokens too. */
export const withTokens = (page: Page): Page => ({ ...page, takesTokens: true })
