export { CommonFields, JsonBytes, JsonFields, JsonText, PlainText, ServerSentEvents } from './answers.ts'
export type { Context, OpenContext } from './context.ts'
export type { Exchange, ExchangeAnswer, ExchangeRequest, OwnCalls } from './exchange.ts'
export type { AuditedCall, Feature, Host, Listener, Measurement, Repeated } from './feature.ts'
export { HeldBack, type HeldCall } from './held-call.ts'
export { type ExtensionPoint, extensionPoint, type Hook, type HookHandler, handlerRegistry, hook } from './hook.ts'
export { type Initial, initial, initials, type RegisterContext } from './initial.ts'
export {
  type FormHandler,
  formForAnyone,
  formFromElsewhere,
  type Page,
  page,
  pageForAnyone,
  pageForEither,
  pageForSpectators,
  withTokens,
} from './page.ts'
export { type Cookie, HtmlPage, type PageAnswer, PublicDocument, Redirect, type ServedFile } from './page-answers.ts'
export type { RequestInfo, SignedIn, TokenInUse, UploadedFile } from './request.ts'
export { contributing, quiet, type Route, serve, serveAnyone, stays } from './route.ts'
export type { Server } from './server.ts'
export { insufficientScope, notInChannels, notWithToken, paramNotWithToken } from './token-refusals.ts'
export { view } from './view.ts'
